import path from 'node:path';
import { judgeVersion } from '../contract/judge-version.ts';
import { digest } from '../digest/digest.ts';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import type { Run } from '../result/result.ts';
import { saveRun } from '../result/store/save-run.ts';
import { noPatternCheck, readTasks } from '../task/read-tasks.ts';

/** Saves a run of a suite as its replay at `sha` would, without a browser; `failed` names the task that does not pass. */
export async function saveReplay(
  folder: string,
  { sha, suite, failed }: { sha: string; suite: string; failed?: string },
): Promise<Run> {
  const { tasks } = await readTasks(path.join(folder, 'tasks', suite), suite, noPatternCheck);
  const episodes = tasks.map(({ task: { id: taskId }, taskSha256 }) => ({
    ...(taskId === failed ? exampleFailure({ taskId }) : exampleResult({ taskId })),
    taskSha256,
  }));
  const tasksSha256 = digest(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]));
  const runId = `20260102T030405Z-${sha.slice(0, 6)}-${suite}`;
  const run = exampleRun({ runId, suite, episodes, config: { tasksSha256, judge: judgeVersion } });
  await saveRun(path.join(folder, 'results'), sha, { date: null, parents: [] }, run);
  return run;
}
