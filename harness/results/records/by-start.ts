import type { Run } from './result.ts';

/** Oldest first; of two that started together the one with the smaller id. */
export function byStart(a: Run, b: Run): number {
  return Date.parse(a.startedAt) - Date.parse(b.startedAt) || (a.runId < b.runId ? -1 : 1);
}
