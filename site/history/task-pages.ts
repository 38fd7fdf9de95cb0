import { noPatternCheck, readSuites, type TaskFile, withoutMistakes } from '../../harness/task/read-tasks.ts';

/** Every task by suite, then file. Throws where a task breaks its schema: a site of broken tasks is not built. */
export async function readTaskPages(tasksDir: string): Promise<TaskFile[]> {
  return withoutMistakes(await readSuites(tasksDir, noPatternCheck));
}
