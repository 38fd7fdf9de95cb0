import type { Outcome } from '../../judge/outcome.ts';
import type { Drift } from '../../task/transcripts/drift.ts';
import type { Status } from '../records/statuses.ts';
import type { Stop } from './trajectory.ts';

export type Ending = {
  stop: Stop;
  /** Null where nothing could be judged. */
  outcome: Outcome | null;
  /** Drift that ends an episode wherever it was found. */
  drift: Drift | null;
  /** Drift that counts only where the contract held. */
  driftAtEnd: Drift | null;
  /** Requests that came to the sealed web past the browser. */
  unmatchedRequests?: number;
  /** What provenance and the second observation said; null where neither was asked. */
  secondOutcome: Outcome | null;
  /** Whether a stand-in broke down: what did not pass then is no failure of the agent. */
  webFault?: string | undefined;
};

/** Ends that say all there is to say, whatever the page looks like. */
const last = [
  'start_page_failed',
  'tool_error',
  'adapter_error',
  'model_error',
  'model_refused',
  'context_full',
] as const satisfies readonly (Stop & Status)[];

function isLast(stop: Stop): stop is (typeof last)[number] {
  return last.some((each) => each === stop);
}

/** Exactly one status, the first that applies in the order that docs/benchmarks/episode-harness.md gives. */
export function decideStatus({
  stop,
  outcome,
  drift,
  driftAtEnd,
  unmatchedRequests = 0,
  secondOutcome,
  webFault,
}: Ending): Status {
  if (drift) return 'replay_drift';
  if (isLast(stop)) return stop;
  if (webFault !== undefined && (outcome !== 'passed' || stop === 'timeout' || stop === 'budget_exceeded'))
    return 'tool_error';
  if (stop === 'lost') return 'failed';
  if (stop === 'timeout' || stop === 'budget_exceeded') return stop;
  if (outcome === null || outcome === 'inconclusive') return 'inconclusive';
  if (outcome === 'failed') return stop === 'max_steps' ? 'max_steps' : 'failed';
  if (unmatchedRequests > 0) return 'tampered';
  if (secondOutcome === 'inconclusive') return 'inconclusive';
  if (driftAtEnd) return 'replay_drift';
  return secondOutcome === 'failed' ? 'tampered' : 'passed';
}
