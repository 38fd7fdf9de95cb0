import { noPatternCheck, readSuites, type TaskFile, withoutMistakes } from '../../harness/task/read-tasks.ts';
import { tasksDir } from './settings.ts';

/** Every task by suite, then file. Throws where a task breaks its schema: a site of broken tasks is not built. */
export const taskFiles: TaskFile[] = withoutMistakes(await readSuites(tasksDir, noPatternCheck));

export const taskTitles: ReadonlyMap<string, string> = new Map(
  taskFiles.map(({ task }) => [task.id, task.title]),
);
