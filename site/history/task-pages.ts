import { type ReadSuites, readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck, type TaskFile, withoutMistakes } from '../../harness/task/read-tasks.ts';
import type { SuitePlaces } from '../../harness/task/suite-folders.ts';

type TaskPages = {
  /** Every task by suite, then file. */
  taskFiles: TaskFile[];
  /** By id, in the order in which they are played. */
  suites: ReturnType<typeof suitesIn>;
};

/** Those that a project plays, or has played; all where it does not say which it plays. */
export function ofProject(
  { taskFiles, suites }: TaskPages,
  plays: readonly string[] | null,
  played: readonly string[],
): TaskPages {
  if (plays === null) return { taskFiles, suites };
  const shown = new Set([...plays, ...played]);
  return {
    taskFiles: taskFiles.filter(({ suite }) => shown.has(suite)),
    suites: new Map([...suites].filter(([id]) => shown.has(id))),
  };
}

/** Throws where a task breaks its schema: a site of broken tasks is not built. */
export async function readTaskPages(places: SuitePlaces): Promise<TaskPages> {
  const read: ReadSuites = await readSuites(places, noPatternCheck);
  return { taskFiles: withoutMistakes(read), suites: suitesIn(read) };
}
