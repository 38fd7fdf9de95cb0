import type { Contract } from '../contract/contract.ts';
import { judge } from '../contract/judge.ts';
import { judgeSecondLook } from '../contract/judge-second-look.ts';
import type { Outcome } from '../contract/outcome.ts';
import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import { decideStatus, type Stop } from '../episode/decide-status.ts';
import type { SavedFacts } from '../episode/episode.ts';
import { provenanceClause } from '../episode/judge-page.ts';
import { matchInTime } from '../episode/match-in-time.ts';
import type { Result, Status } from '../result/result.ts';
import type { Drift } from '../transcript/drift.ts';

export type JudgedAgain = {
  /** The one that decided. */
  verdict: Verdict;
  outcome: Outcome;
  secondOutcome: Outcome | null;
  failed: ClauseVerdict | null;
};

/** What `judgeEnd` made of these looks, without a browser. */
export function judgeAgain(contract: Contract, { first, provenance, second }: SavedFacts): JudgedAgain {
  const verdict = judge(contract, first, matchInTime);
  const judged = { verdict, outcome: verdict.outcome, secondOutcome: null, failed: verdict.failed };
  if (provenance === null) return judged;
  if (!provenance) return { ...judged, secondOutcome: 'failed', failed: provenanceClause(first.url) };
  if (second === null || 'unavailable' in second) return { ...judged, secondOutcome: 'inconclusive' };
  const again = judgeSecondLook(contract, verdict, second, matchInTime);
  if (again.outcome === 'passed') return { ...judged, secondOutcome: 'passed' };
  return { ...judged, verdict: again, secondOutcome: again.outcome, failed: again.failed };
}

/** The status that the verdict gives an episode which stopped as the stored one says it did. */
export function statusAgain(
  { status, drift }: Result,
  { outcome, secondOutcome }: { outcome: Outcome | null; secondOutcome: Outcome | null },
): Status {
  const atEnd = isAtEnd(drift);
  return decideStatus({
    stop: stopOf(status),
    outcome,
    drift: atEnd ? null : (drift ?? null),
    driftAtEnd: atEnd ? (drift ?? null) : null,
    secondOutcome,
  });
}

/** Whether provenance and the second look must have been asked for; null where it can't be told. */
export function looksTwice({ status, drift }: Result, verify: string, first: Outcome): boolean | null {
  if (verify !== 'reload' || first !== 'passed') return false;
  // An adapter may fail before or after the judging.
  if (status === 'adapter_error') return null;
  const stop = stopOf(status);
  return stop === 'done' || stop === 'max_steps' || (stop === 'drift' && isAtEnd(drift));
}

function stopOf(status: Status): Stop {
  if (status === 'replay_drift') return 'drift';
  const ended = ['tool_error', 'adapter_error', 'timeout', 'budget_exceeded', 'max_steps'] as const;
  return ended.find((stop) => stop === status) ?? 'done';
}

function isAtEnd(drift: Drift | undefined): boolean {
  return drift?.reason === 'response_kind_changed' || drift?.reason === 'final_url_changed';
}
