import { closestPass, type Pass } from './closest-pass.ts';
import { type Difference, firstDifference } from './first-difference.ts';
import type { Call } from './story.ts';

/** With what an episode was compared, and where it left that; no difference: it made the same calls. */
export type Comparison<P> = { pass: P | 'recording'; difference: Difference | null };

type Passing<P> = {
  passes: readonly P[];
  callsOf(pass: P): readonly Call[];
  /** The calls of the recording of the same task on the same server; null where there is none. */
  recorded(): readonly Call[] | null;
};

/** A pass on another server has other calls: before it comes the recording on the same one. Null without either. */
export function compareWithPass<P extends Pass>(
  calls: readonly Call[],
  played: Pick<Pass, 'runId' | 'serverId' | 'taskSha256'>,
  { passes, callsOf, recorded }: Passing<P>,
): Comparison<P> | null {
  const pass = closestPass(passes, played);
  const recording = pass?.serverId === played.serverId ? null : recorded();
  if (recording) return { pass: 'recording', difference: firstDifference(calls, recording) };
  return pass && { pass, difference: firstDifference(calls, callsOf(pass)) };
}
