import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { isOfAgent } from '../../results/records/run-facts.ts';
import type { StopCause } from '../../results/score/trajectory.ts';
import { TimeUp } from './deadline.ts';
import type { EpisodePlan } from './episode.ts';
import type { TrajectoryRecorder } from './trajectory-recorder.ts';

/** The end of the time is told apart from whatever else went wrong. */
export function faultOf(error: unknown, otherwise: 'tool_error' | 'lost' | 'adapter_error'): StopCause {
  if (error instanceof TimeUp) return { stop: 'timeout' };
  return { stop: otherwise, error: error instanceof Error ? error.message : String(error) };
}

type Parts = { plan: EpisodePlan; recorder: TrajectoryRecorder; browser?: BrowserWatch | undefined };

/**
 * Whose doing a breakdown is: a browser that is gone after an agent's first call is the agent's, and so is a server that
 * a model was driving; one that breaks in a replay does so by itself.
 */
export function breakdown({ plan, recorder, browser }: Parts): 'tool_error' | 'lost' {
  if (!recorder.hasActed) return 'tool_error';
  return browser?.cdp.closed || isOfAgent(plan.adapter.kind) ? 'lost' : 'tool_error';
}
