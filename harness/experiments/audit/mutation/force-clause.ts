import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { childrenOf, isLogical, logicalOperator } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import { breakClause } from './break-clause.ts';
import { holdClause } from './hold-clause.ts';

/**
 * Facts changed as little as may be so that a clause, taken by itself, passes (`wanted`) or fails. The same facts where
 * it does already, and where no way was found: who needs to know looks with `comesOut`.
 */
export function forceClause(clause: Contract, wanted: boolean, facts: Facts, match: Match): Facts {
  if (comesOut(clause, wanted, facts, match)) return facts;
  if (!isLogical(clause)) {
    if (wanted) return holdClause(clause, facts, match) ?? facts;
    const broken = breakClause(clause, facts, match).find((miss) =>
      comesOut(clause, false, miss.facts, match),
    );
    return broken?.facts ?? facts;
  }
  const children = childrenOf(clause);
  const { over, inverts, takes } = logicalOperator(clause);
  const below = inverts ? !wanted : wanted;
  if (over === 'child' || (takes === 'all') === wanted) {
    return children.reduce((forced, child) => forceClause(child, below, forced, match), facts);
  }
  const tries = children.map((child) => forceClause(child, below, facts, match));
  return tries.find((forced) => comesOut(clause, wanted, forced, match)) ?? facts;
}

export function comesOut(clause: Contract, wanted: boolean, facts: Facts, match: Match): boolean {
  return judge(clause, facts, match).outcome === (wanted ? 'passed' : 'failed');
}
