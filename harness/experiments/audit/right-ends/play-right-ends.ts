import path from 'node:path';
import type { Project } from '../../../platform/project.ts';
import type { Result } from '../../../results/records/result.ts';
import { makePlan } from '../../../run/make-plan.ts';
import { quietOptions } from '../../../run/plan.ts';
import { playPlan } from '../../../run/play-plan.ts';
import type { RightEnd } from './read-right-ends.ts';

/** What each of its plays came to, the first one first. */
export type PlayedEnd = { end: RightEnd; results: readonly Result[] };

export type PlayOptions = { project: Project; workers: number; times: number; out: string };

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** Plays them on Playwright MCP, all of them once before any of them again. */
export async function playRightEnds(
  ends: readonly RightEnd[],
  { times, workers, ...options }: PlayOptions,
  circumstances: Circumstances,
): Promise<PlayedEnd[]> {
  const played = ends.map((end) => ({ end, results: [] as Result[] }));
  const queue = Array.from({ length: times }, () => played)
    .flat()
    .values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const { end, results } of queue) {
        if (circumstances.signal.aborted) return;
        const result = await playOnce(end, results.length + 1, options, circumstances);
        if (!result) continue;
        results.push(result);
        circumstances.log(`${result.status.padEnd(12)} ${end.id}`);
      }
    }),
  );
  return played;
}

async function playOnce(
  { id, taskId, file, webRoot }: RightEnd,
  trial: number,
  { project, out }: Omit<PlayOptions, 'times' | 'workers'>,
  { env, signal }: Circumstances,
): Promise<Result | undefined> {
  const options = {
    ...quietOptions(project),
    adapter: 'script',
    script: file,
    webRoot,
    taskIds: [taskId],
    out: path.join(out, id, String(trial)),
  };
  const plan = await makePlan(options, env);
  const { runs } = await playPlan(plan, { signal, commandLine: `right-ends ${id}` });
  return runs.flatMap(({ episodes }) => episodes)[0];
}
