import type { RunKind } from '../../results/records/run-identity.ts';

const names: Partial<Record<RunKind, string>> = {
  oracle: 'ceiling',
  baseline: 'floor',
  control: 'control',
};

/** What a row without a model is to the rows of agents; null of an agent's, and of a replay. */
export function frameName(kind: RunKind): string | null {
  return names[kind] ?? null;
}
