import type { Drift } from '../transcript/drift.ts';
import { TimeUp } from './deadline.ts';
import type { Stop } from './decide-status.ts';

/** Why an episode stopped, and what went wrong where something did. */
export type StopCause = { stop: Stop; error?: string; drift?: Drift };

/** The end of the time is told apart from whatever else went wrong. */
export function faultOf(error: unknown, otherwise: 'tool_error' | 'adapter_error'): StopCause {
  if (error instanceof TimeUp) return { stop: 'timeout' };
  return { stop: otherwise, error: error instanceof Error ? error.message : String(error) };
}
