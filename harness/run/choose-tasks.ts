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
import type { PlanOptions } from './plan-options.ts';

/** What is to be played, and the suites that it is of; a user's own tasks are of none. */
export type ChosenTasks = {
  files: TaskFile[];
  suites: ReadonlyMap<string, Suite>;
  /** Of the suites that are played the tasks that were not chosen, those with a mistake in their file too. */
  left: BrokenTask[];
  /** Which task files have a mistake, and are left out; null for none. */
  note: string | null;
};

/**
 * The tasks that the flags choose, in order. Throws `UserError` for an unknown suite or id, and for every mistake of
 * every file that is to be played, at once.
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
  // Of a file that its suite does not name no row speaks.
  const ofSuites = broken.filter((task) => {
    const named = suites.get(task.suite)?.tasks;
    return isOfAsked(task) && (named === undefined || named.includes(task.id));
  });
  return { files, suites, left: [...left, ...ofSuites], note };
}

/** The same templates in other worlds; what no template made is not played. */
async function onSeeds(
  { project }: PlanOptions,
  seeds: readonly number[],
  files: readonly TaskFile[],
  suites: ChosenTasks['suites'],
): Promise<TaskFile[]> {
  const names = [...new Set(files.flatMap(({ suite, instance }) => (instance ? [suite] : [])))];
  if (names.length === 0)
    throw new UserError('--seed: no suite that is chosen is made of templates; choose one with --suite');
  const maker = instanceMaker(project);
  const made = names.map(async (name) => {
    const suite = suites.get(name);
    return suite ? taskFilesOf(name, await suiteInstances(maker, suite, seeds)) : [];
  });
  return (await Promise.all(made)).flat();
}

/** Where no suite is named, those whose recordings must pass; a task that is named may be of any. */
function isAsked({ suites, taskIds, project }: PlanOptions, suite: Suite | undefined): boolean {
  if (!suite) return true;
  if (suites.length > 0) return suites.includes(suite.id);
  if (taskIds.length > 0) return true;
  return project.plays ? project.plays.includes(suite.id) : suite.gate === 'transcripts';
}

/** One cause is told once, with the tasks that it is of. */
function missingLines(missing: readonly { id: string; why: string | null | undefined }[]): string[] {
  const causes = Map.groupBy(missing, ({ id, why }) => why?.replaceAll(id, '<task>') ?? '');
  return [...causes].flatMap(([cause, tasks]) =>
    tasks.length === 1
      ? tasks.map(({ id, why }) => `${id}: ${why}`)
      : [`${tasks.length} tasks: ${cause}`, ...nameLines(tasks.map(({ id }) => id))],
  );
}

/** Why a task is left out, for the record and in words. */
export type LeftOut = { why: 'cannot' | 'no_recording'; words: string };

/**
 * Why tasks are left out, by id: the server can't do them, as its data or the adapter says, or the adapter has nothing
 * for them, which is an error of the user unless it is `allowed`.
 */
export async function missingTasks(
  files: TaskFile[],
  adapter: BuiltInAgent,
  server: Server,
  allowed: boolean,
): Promise<Map<string, LeftOut>> {
  const asked = await Promise.all(
    files.map(async ({ task }) => {
      const cannot = ownOf(server.cannot, task.id) ?? (await adapter.cannot?.(task, server)) ?? null;
      return { id: task.id, cannot, why: cannot === null ? await adapter.missing?.(task, server) : null };
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
    asked.flatMap(({ id, cannot, why }): [string, LeftOut][] => {
      if (cannot !== null) return [[id, { why: 'cannot', words: `${server.id} cannot: ${cannot}` }]];
      const words = adapter.replaysTranscripts ? 'no transcript' : why;
      return words && why ? [[id, { why: 'no_recording', words }]] : [];
    }),
  );
}
