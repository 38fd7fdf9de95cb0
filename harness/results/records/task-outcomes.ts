import type { Run } from './result.ts';

/** What a task came to in one run, over its trials. */
export type TaskOutcome = { taskId: string; passed: number; total: number };

/** Each task's passes over its trials, by task id. */
export function outcomesOf({ episodes }: Pick<Run, 'episodes'>): TaskOutcome[] {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId)]
    .map(([taskId, trials]) => ({
      taskId,
      passed: trials.filter(({ success }) => success).length,
      total: trials.length,
    }))
    .sort((a, b) => (a.taskId < b.taskId ? -1 : 1));
}
