import type { Contract } from './contract.ts';
import type { Facts } from './facts.ts';
import { leafOperator } from './operator-of.ts';
import type { Match } from './patterns/match.ts';
import type { Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

/** Pure: the same contract over the same facts always gets the same verdict. */
export function judge(contract: Contract, facts: Facts, match: Match): Verdict {
  return verdictOf(contract, (clause) => leafOperator(clause).judge(clause, facts, match));
}
