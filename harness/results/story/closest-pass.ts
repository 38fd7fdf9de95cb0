import type { RunKind } from '../records/run-identity.ts';

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
