import type { LeafClause } from '../contract/contract.ts';
import type { Facts } from '../contract/facts.ts';
import { judge } from '../contract/judge.ts';
import { leafOperator } from '../contract/operator-of.ts';
import type { Match } from '../patterns/match.ts';

/** Facts as near to these as may be on which the clause holds, made out of what it wants; null where that failed. */
export function holdClause(clause: LeafClause, facts: Facts, match: Match): Facts | null {
  const candidates = leafOperator(clause)
    .held(clause, facts, match)
    .map((change) => ({ ...facts, ...change }));
  return candidates.find((candidate) => judge(clause, candidate, match).outcome === 'passed') ?? null;
}
