import type { LeafClause } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { leafOperator } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';

export type NamedFacts = { name: string; facts: Facts };

/**
 * Facts on which a clause that holds on `facts` nearly does: each differs in what that clause looks at alone. Empty
 * where what it looks at was not collected.
 */
export function breakClause(clause: LeafClause, facts: Facts, match: Match): NamedFacts[] {
  return leafOperator(clause)
    .broken(clause, facts, match)
    .map(({ name, change }) => ({ name, facts: { ...facts, ...change } }));
}
