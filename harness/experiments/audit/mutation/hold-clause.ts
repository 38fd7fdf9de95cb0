import type { LeafClause } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { leafOperator } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';

/** Facts as near to these as may be on which the clause holds, made out of what it wants; null where that failed. */
export function holdClause(clause: LeafClause, facts: Facts, match: Match): Facts | null {
  const candidates = leafOperator(clause)
    .held(clause, facts, match)
    .map((change) => ({ ...facts, ...change }));
  return candidates.find((candidate) => judge(clause, candidate, match).outcome === 'passed') ?? null;
}
