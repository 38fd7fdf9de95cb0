import type { BuiltInAgent } from '../agents/built-in-agent.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { nameLines } from '../platform/words/format.ts';
import { ownOf, thereIs } from '../platform/words/known-names.ts';
import type { Server } from '../servers/server.ts';
import { checkPattern } from '../task/check-pattern.ts';
import { readSuites, suitesIn } from '../task/read-suites.ts';
import { type BrokenTask, noPatternCheck, readTasks, soundTasks, type TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import { instanceMaker, suiteInstances, taskFilesOf } from '../task/templates/make-instances.ts';
import { openedPages } from './pages/opened-pages.ts';
import type { PlanOptions } from './plan-options.ts';

/** The tasks to play, and their suites; a user's own tasks have no suite. */
export type ChosenTasks = {
  files: TaskFile[];
  suites: ReadonlyMap<string, Suite>;
  /** Tasks of the played suites that were not chosen, including tasks with a mistake in their file. */
  left: BrokenTask[];
  /** A note on task files with mistakes, which are left out; null if there are none. */
  note: string | null;
};

/**
 * The tasks that the flags choose, in order. Throws one `UserError` for unknown suites or ids, and for all mistakes in
 * the files to play.
 */
export async function chooseTasks(options: PlanOptions): Promise<ChosenTasks> {
  // The patterns of the suites are checked by `check`, in CI; a user's own are checked here.
  const read = options.tasks
    ? { ...(await readTasks(options.tasks, 'custom', checkPattern)), suites: [] }
    : await readSuites(options.project.suites, noPatternCheck);
  const suites = suitesIn(read);
  const strange = options.tasks ? [] : options.suites.filter((suite) => !suites.has(suite));
  if (strange.length > 0)
    throw new UserError(
      strange
        .map((suite) => `--suite: unknown suite "${suite}"; ${thereIs(suite, [...suites.keys()])}`)
        .join('\n'),
    );
  const isOfAsked = ({ suite }: { suite: string }) => isAsked(options, suites.get(suite));
  const isNamed = (id: string) => options.taskIds.length === 0 || options.taskIds.includes(id);
  const { tasks, broken, note } = soundTasks(
    read,
    (task) => isOfAsked(task) && isNamed(task.id) && !(options.allowMissing && options.taskIds.length === 0),
  );
  const inSuites = tasks.filter(isOfAsked);
  const asked = options.seeds === null ? inSuites : await onSeeds(options, options.seeds, inSuites, suites);
  const ids = asked.map(({ task }) => task.id);
  const unknown = options.taskIds.filter((id) => !ids.includes(id));
  if (unknown.length > 0)
    throw new UserError(
      unknown
        .map((id) => `--task: unknown task "${id}"; ${thereIs(id, ids, `${typedAs} list tasks`)}`)
        .join('\n'),
    );
  const files = asked.filter(({ task }) => isNamed(task.id));
  const left = asked.flatMap(({ suite, task: { id } }) => (isNamed(id) ? [] : [{ suite, id }]));
  // Rows do not mention files that their suite does not list.
  const ofSuites = broken.filter((task) => {
    const named = suites.get(task.suite)?.tasks;
    return isOfAsked(task) && (named === undefined || named.includes(task.id));
  });
  return { files, suites, left: [...left, ...ofSuites], note };
}

/** The same templates with other seeds; tasks without a template are not played. */
async function onSeeds(
  { project }: PlanOptions,
  seeds: readonly number[],
  files: readonly TaskFile[],
  suites: ChosenTasks['suites'],
): Promise<TaskFile[]> {
  const names = [...new Set(files.flatMap(({ suite, instance }) => (instance ? [suite] : [])))];
  if (names.length === 0)
    throw new UserError('--seed: no chosen suite has templates; choose one with --suite');
  const maker = instanceMaker(project, openedPages(project));
  const made = names.map(async (name) => {
    const suite = suites.get(name);
    return suite ? taskFilesOf(name, await suiteInstances(maker, suite, seeds)) : [];
  });
  return (await Promise.all(made)).flat();
}

/**
 * Whether a suite is selected. Without `--suite`, these are the suites whose recordings must pass; a task given by id
 * may be in any suite.
 */
function isAsked({ suites, taskIds, project }: PlanOptions, suite: Suite | undefined): boolean {
  if (!suite) return true;
  if (suites.length > 0) return suites.includes(suite.id);
  if (taskIds.length > 0) return true;
  return project.plays ? project.plays.includes(suite.id) : suite.gate === 'transcripts';
}

/** Lists each cause once, with its tasks. */
function missingLines(missing: readonly { id: string; why: string | null | undefined }[]): string[] {
  const causes = Map.groupBy(missing, ({ id, why }) => why?.replaceAll(id, '<task>') ?? '');
  return [...causes].flatMap(([cause, tasks]) =>
    tasks.length === 1
      ? tasks.map(({ id, why }) => `${id}: ${why}`)
      : [`${tasks.length} tasks: ${cause}`, ...nameLines(tasks.map(({ id }) => id))],
  );
}

/** Why a task is left out, as a code for the record and as text. */
export type LeftOut = { why: 'cannot' | 'no_recording'; words: string };

/**
 * Why tasks are left out, by id. The server cannot do them, according to its data or the adapter; or the adapter has
 * nothing for them. The latter is a `UserError` unless it is `allowed`.
 */
export async function missingTasks(
  files: TaskFile[],
  adapter: BuiltInAgent,
  serverOf: (suite: string) => Server,
  allowed: boolean,
): Promise<Map<string, LeftOut>> {
  const asked = await Promise.all(
    files.map(async ({ suite, task }) => {
      const server = serverOf(suite);
      const cannot = ownOf(server.cannot, task.id) ?? (await adapter.cannot?.(task, server)) ?? null;
      return {
        id: task.id,
        server,
        cannot,
        why: cannot === null ? await adapter.missing?.(task, server) : null,
      };
    }),
  );
  const missing = asked.filter(({ why }) => why);
  if (missing.length > 0 && !allowed) {
    const record = adapter.replaysTranscripts ? 'record one with --record, or ' : '';
    throw new UserError(
      [...missingLines(missing), `${record}leave such tasks out with --allow-missing`].join('\n'),
    );
  }
  return new Map(
    asked.flatMap(({ id, server, cannot, why }): [string, LeftOut][] => {
      if (cannot !== null) return [[id, { why: 'cannot', words: `${server.id} cannot: ${cannot}` }]];
      const words = adapter.replaysTranscripts ? 'no transcript' : why;
      return words && why ? [[id, { why: 'no_recording', words }]] : [];
    }),
  );
}
