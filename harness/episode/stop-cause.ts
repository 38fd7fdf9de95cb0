import type { StopCause } from '../score/trajectory.ts';
import { TimeUp } from './deadline.ts';

/** The end of the time is told apart from whatever else went wrong. */
export function faultOf(error: unknown, otherwise: 'tool_error' | 'adapter_error'): StopCause {
  if (error instanceof TimeUp) return { stop: 'timeout' };
  return { stop: otherwise, error: error instanceof Error ? error.message : String(error) };
}
