import { readSuites } from '../../harness/task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../harness/task/read-tasks.ts';

/** Ids of so many tasks: those of a folder first, so that their pages have a history to show, then invented ones. */
export async function demoTasks(folder: string, count: number): Promise<string[]> {
  const own = withoutMistakes(await readSuites(folder, noPatternCheck));
  return Array.from({ length: count }, (_, index) => own[index]?.task.id ?? `example-task-${index + 1}`);
}
