import type { Project } from '../project/project.ts';
import { readSuites } from '../task/read-suites.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../task/read-tasks.ts';
import type { Task } from '../task/task.ts';

/** The tasks that saved episodes are judged by: the user's own, or those of the project. Throws `UserError`. */
export async function readTasksById(project: Project, own: string | null): Promise<Map<string, Task>> {
  const read = own
    ? await readTasks(own, 'custom', noPatternCheck)
    : await readSuites(project.tasks, noPatternCheck);
  return new Map(withoutMistakes(read).map(({ task }) => [task.id, task]));
}
