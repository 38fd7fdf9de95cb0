import { operators } from '../operators/index.ts';
import type { AnyFactKind } from './fact-kind.ts';

/**
 * Every kind of fact that some operator uses, each once. The list follows from the operators, so a kind that a single
 * operator uses may stand in that operator's file.
 */
export const factKinds: readonly AnyFactKind[] = [
  ...new Set(
    operators.flatMap((operator): readonly AnyFactKind[] => ('facts' in operator ? operator.facts : [])),
  ),
];
