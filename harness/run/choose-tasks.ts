import type { Adapter } from '../adapters/adapter.ts';
import { UserError } from '../errors/user-error.ts';
import type { Server } from '../servers/server.ts';
import { checkPattern } from '../task/check-pattern.ts';
import {
  noPatternCheck,
  readSuites,
  readTasks,
  suiteNames,
  type TaskFile,
  withoutMistakes,
} from '../task/read-tasks.ts';
import type { PlanOptions } from './plan.ts';

/**
 * The tasks that the flags choose, in order, and the suites of which some were not chosen. Throws `UserError` for
 * an unknown suite or id, and for every mistake of every file at once.
 */
export async function chooseTasks(options: PlanOptions): Promise<{ files: TaskFile[]; partial: string[] }> {
  for (const suite of options.suites) {
    if (!(suiteNames as readonly string[]).includes(suite)) {
      throw new UserError(`--suite: unknown suite "${suite}"; there is ${suiteNames.join(', ')}`);
    }
  }
  // The patterns of the suites are checked by `check`, in CI; a user's own are checked here.
  const all = options.tasks
    ? withoutMistakes(await readTasks(options.tasks, 'custom', checkPattern))
    : withoutMistakes(await readSuites(options.project.tasks, noPatternCheck));
  const ofSuites =
    options.tasks || options.suites.length === 0
      ? all
      : all.filter(({ suite }) => options.suites.includes(suite));
  for (const id of options.taskIds) {
    if (!ofSuites.some(({ task }) => task.id === id)) {
      throw new UserError(
        `--task: unknown task "${id}"; there is ${ofSuites.map(({ task }) => task.id).join(', ')}`,
      );
    }
  }
  if (options.taskIds.length === 0) return { files: ofSuites, partial: [] };
  const left = ofSuites.filter(({ task }) => !options.taskIds.includes(task.id));
  const files = ofSuites.filter(({ task }) => options.taskIds.includes(task.id));
  return { files, partial: left.map(({ suite }) => suite) };
}

/**
 * Why tasks are left out, by id: the server's data says that it can't do them, or the adapter has nothing for them,
 * which is an error of the user unless it is `allowed`.
 */
export async function missingTasks(
  files: TaskFile[],
  adapter: Adapter,
  server: Server,
  allowed: boolean,
): Promise<Map<string, string>> {
  const cannot = files.flatMap(({ task }) => {
    const why = server.cannot[task.id];
    return why ? [[task.id, `${server.id} cannot: ${why}`] as const] : [];
  });
  const left = files.filter(({ task }) => !server.cannot[task.id]);
  const found = await Promise.all(
    left.map(async ({ task }) => ({ id: task.id, why: await adapter.missing?.(task, server) })),
  );
  const missing = found.filter(({ why }) => why);
  if (missing.length > 0 && !allowed) {
    throw new UserError(
      [
        ...missing.map(({ id, why }) => `${id}: ${why}`),
        'record one with --record, or leave such tasks out with --allow-missing',
      ].join('\n'),
    );
  }
  return new Map([...cannot, ...missing.map(({ id }) => [id, 'no transcript'] as const)]);
}
