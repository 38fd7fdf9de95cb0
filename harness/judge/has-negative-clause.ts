import type { Contract } from './contract.ts';
import { childrenOf, isLogical, leafOperator, logicalOperator } from './operator-of.ts';

/** Whether some clause is one that a page passes by showing nothing yet, so that one early look can't be trusted. */
export function hasNegativeClause(contract: Contract): boolean {
  if (!isLogical(contract)) return leafOperator(contract).negative?.(contract) ?? false;
  return logicalOperator(contract).negative || childrenOf(contract).some(hasNegativeClause);
}
