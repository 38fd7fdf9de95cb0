import type { RunKind } from '../records/run-identity.ts';
import type { Call } from './story.ts';

/** An episode that passed and whose events are stored. */
export type Pass = {
  runId: string;
  kind: RunKind;
  serverId: string;
  taskId: string;
  taskSha256: string;
  trial: number;
};

/** Kinds that may serve as a pass. A control can pass only by forgery. */
const kinds: readonly RunKind[] = ['agent', 'model', 'oracle', 'replay', 'baseline'];

/**
 * The passed episode of the same task that is closest to a failed one. Its own run comes first, then its own server,
 * then all others; within these an agent before the oracle, and both before a baseline. The first of several equal
 * ones.
 */
export function closestPass<P extends Pass>(
  passes: readonly P[],
  { runId, serverId, taskSha256 }: Pick<Pass, 'runId' | 'serverId' | 'taskSha256'>,
): P | null {
  const distance = (pass: P) =>
    (pass.runId === runId ? 0 : 100) + (pass.serverId === serverId ? 0 : 10) + kinds.indexOf(pass.kind);
  const near = passes.filter((pass) => pass.taskSha256 === taskSha256 && kinds.includes(pass.kind));
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The first call in which two episodes differ; null on the side of an episode that has no further call. */
export type Difference = { seq: number; own: Call | null; passing: Call | null };

/**
 * Null if both make the same calls. Two calls are equal if tool and arguments are equal; values that are random per
 * session (the id of a tab, a recording's reference to an earlier answer) are ignored.
 */
export function firstDifference(own: readonly Call[], passing: readonly Call[]): Difference | null {
  for (let index = 0; index < Math.max(own.length, passing.length); index += 1) {
    const [mine = null, theirs = null] = [own[index], passing[index]];
    if (!mine || !theirs || keyOf(mine) !== keyOf(theirs))
      return { seq: index + 1, own: mine, passing: theirs };
  }
  return null;
}

const drawn = /^(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function keyOf({ tool, args }: Call): string {
  return JSON.stringify([tool, args], (_, value: unknown) => {
    if (typeof value === 'string') return drawn.test(value) ? 'drawn' : value;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    if ('$answer' in value) return 'drawn';
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * The pass or recording that an episode was compared with, and the first difference; null if the calls are the same.
 */
export type Comparison<P> = { pass: P | 'recording'; difference: Difference | null };

type Passing<P> = {
  passes: readonly P[];
  callsOf(pass: P): readonly Call[];
  /** The calls of the recording of the same task on the same server; null if there is none. */
  recorded(): readonly Call[] | null;
};

/**
 * Compares with the closest pass. The recording on the same server takes precedence over a pass on another server,
 * which has other calls. Null without either.
 */
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
