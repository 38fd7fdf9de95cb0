import type { RunKind } from '../records/run-identity.ts';
import type { Call } from './story.ts';

/** An episode that passed and whose events are kept. */
export type Pass = {
  runId: string;
  kind: RunKind;
  serverId: string;
  taskId: string;
  taskSha256: string;
  trial: number;
};

/** A control passes, where it does, by a forgery. */
const kinds: readonly RunKind[] = ['agent', 'model', 'oracle', 'replay', 'baseline'];

/**
 * With whom an episode that did not pass is compared: who did the same task, of those in its own run, else on its own
 * server, else anybody; an agent rather than the oracle, and both rather than a baseline; the first where several do.
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

/** The first call that two episodes do not share; null for a call that one of them does not make any more. */
export type Difference = { seq: number; own: Call | null; passing: Call | null };

/**
 * Null where both make the same calls. Two calls are the same with the same tool and arguments; what is random per
 * session (the id of a tab, a reference of a recording to an earlier answer) is not looked at.
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
