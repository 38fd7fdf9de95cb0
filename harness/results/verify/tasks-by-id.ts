import type { Project } from '../../platform/project.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../../task/read-tasks.ts';
import type { Task } from '../../task/task.ts';

/** The task of an instance by its id, made anew of its template; null where no template is of that id. */
export type MakeTask = (taskId: string) => Promise<Task | null>;

/**
 * The tasks that saved episodes are judged by: the user's own, or those of the project, and of `played` also those of
 * seeds that no suite has, where they can be made. Throws `UserError`.
 */
export async function readTasksById(
  project: Project,
  { tasks: own, makeTask }: { tasks: string | null; makeTask?: MakeTask },
  played: readonly { taskId: string; templateId: string }[],
): Promise<Map<string, Task>> {
  const read = own
    ? await readTasks(own, 'custom', noPatternCheck)
    : await readSuites(project.suites, noPatternCheck);
  const tasks = new Map(withoutMistakes(read).map(({ task }) => [task.id, task]));
  for (const { taskId, templateId } of own ? [] : played) {
    const isKnown = tasks.has(taskId) || taskId === templateId;
    const made = isKnown ? null : await makeTask?.(taskId);
    if (made) tasks.set(taskId, made);
  }
  return tasks;
}
