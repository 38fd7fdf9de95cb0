import type { Contract } from '../contract/contract.ts';
import type { Facts } from '../contract/facts.ts';
import { judge as judgeWith } from '../contract/judge.ts';
import type { Verdict } from '../contract/verdict.ts';
import { matchInTime } from '../task/match-in-time.ts';

export { Contract } from '../contract/contract.ts';
export { Facts } from '../contract/facts.ts';
export { judgeVersion } from '../contract/judge-version.ts';
export { Verdict } from '../contract/verdict.ts';

/** What a contract comes to over these facts. A regular expression that takes too long is inconclusive. */
export function judge(contract: Contract, facts: Facts): Verdict {
  return judgeWith(contract, facts, matchInTime);
}
