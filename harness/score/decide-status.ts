import type { Outcome } from '../contract/outcome.ts';
import type { Status } from '../result/statuses.ts';
import type { Drift } from '../transcript/drift.ts';
import type { Stop } from './trajectory.ts';

export type Ending = {
  stop: Stop;
  /** Null where nothing could be judged. */
  outcome: Outcome | null;
  /** Drift that ends an episode wherever it was found. */
  drift: Drift | null;
  /** Drift that counts only where the contract held. */
  driftAtEnd: Drift | null;
  /** What provenance and the second observation said; null where neither was asked. */
  secondOutcome: Outcome | null;
};

/** Ends that say all there is to say, whatever the page looks like. */
const alone = [
  'start_page_failed',
  'tool_error',
  'adapter_error',
  'model_error',
  'model_refused',
  'context_full',
  'timeout',
  'budget_exceeded',
] as const satisfies readonly (Stop & Status)[];

function isStatus(stop: Stop): stop is (typeof alone)[number] {
  return alone.some((each) => each === stop);
}

/** Exactly one status, the first that applies in the order that docs/benchmarks/episode-harness.md gives. */
export function decideStatus({ stop, outcome, drift, driftAtEnd, secondOutcome }: Ending): Status {
  if (drift) return 'replay_drift';
  if (isStatus(stop)) return stop;
  if (outcome === null || outcome === 'inconclusive') return 'inconclusive';
  if (outcome === 'failed') return stop === 'max_steps' ? 'max_steps' : 'failed';
  if (secondOutcome === 'inconclusive') return 'inconclusive';
  if (driftAtEnd) return 'replay_drift';
  return secondOutcome === 'failed' ? 'tampered' : 'passed';
}
