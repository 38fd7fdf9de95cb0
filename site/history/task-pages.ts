import { readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck, type TaskFile, withoutMistakes } from '../../harness/task/read-tasks.ts';
import { tasksDir } from './settings.ts';

const read = await readSuites(tasksDir, noPatternCheck);

/** Every task by suite, then file. Throws where a task breaks its schema: a site of broken tasks is not built. */
export const taskFiles: TaskFile[] = withoutMistakes(read);

/** By id, in the order in which they are played. */
export const suites = suitesIn(read);

export const taskTitles: ReadonlyMap<string, string> = new Map(
  taskFiles.map(({ task }) => [task.id, task.title]),
);
