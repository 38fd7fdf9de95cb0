import type { Contract } from '../../judge/contract.ts';
import type { Facts } from '../../judge/facts.ts';
import { judge as judgeWith } from '../../judge/judge.ts';
import type { Verdict } from '../../judge/verdict.ts';
import { matchInTime } from '../../task/match-in-time.ts';

export { Contract } from '../../judge/contract.ts';
export { Facts } from '../../judge/facts.ts';
export { judgeVersion } from '../../judge/judge-version.ts';
export { Verdict } from '../../judge/verdict.ts';

/** The verdict of a contract over these facts. A regular expression that takes too long is inconclusive. */
export function judge(contract: Contract, facts: Facts): Verdict {
  return judgeWith(contract, facts, matchInTime);
}
