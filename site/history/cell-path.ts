import type { MatrixCell } from './matrix.ts';

/** Where a cell leads: to the page of the episode that tells most, else to the task; nowhere where that is gone. */
export function cellPathOf(
  cell: MatrixCell,
  runId: string,
  pages: {
    episodePath: (runId: string, taskId: string, trial: number) => `/${string}` | null;
    tasks: { has: (taskId: string) => boolean };
  },
): `/${string}` | null {
  const { taskId, trial } = cell.told;
  return pages.episodePath(runId, taskId, trial) ?? (pages.tasks.has(taskId) ? `/tasks/${taskId}/` : null);
}
