import type { Run } from '../result/result.ts';

export const interruptedExitCode = 130;

/** 0: every episode of a replay passed; 1: one did not, or there was none; 130: interrupted. */
export function exitCodeOf({ runs, interrupted }: { runs: Run[]; interrupted: boolean }): number {
  if (interrupted) return interruptedExitCode;
  const played = runs.some(({ episodes }) => episodes.length > 0);
  return played && runs.every(({ episodes }) => episodes.every(({ success }) => success)) ? 0 : 1;
}
