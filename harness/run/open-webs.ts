import { UserError } from '../platform/errors/user-error.ts';
import type { PagePackage } from '../task/packages/package.ts';
import { pagesFor } from '../task/pages/installed-pages.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import type { Task } from '../task/task.ts';
import { type FixtureSites, readFixtureSites } from '../web/fixture-sites.ts';
import { readHar } from '../web/har.ts';
import type { WebSource } from '../web/hermetic-web.ts';
import { chooseTasks } from './choose-tasks.ts';
import { quietOptions } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/**
 * The web of each named suite. A hermetic web serves only the hosts that the suite lists and those of `--web-root`, so
 * its digest covers everything that its episodes can see. Tasks without a suite get all hosts. Throws `UserError`, also
 * for a suite whose package of pages is not installed in the cache that `env` names.
 */
export async function openWebs(
  { project, web, webRoot }: Pick<PlanOptions, 'project' | 'web' | 'webRoot'>,
  names: readonly string[],
  suites: ReadonlyMap<string, Suite>,
  env: NodeJS.ProcessEnv = process.env,
  packages?: readonly PagePackage[],
): Promise<ReadonlyMap<string, WebSource>> {
  const sourceOf = await openSource();
  return new Map(await Promise.all(names.map(async (name) => [name, await sourceOf(name)] as const)));

  async function openSource(): Promise<(name: string) => Promise<WebSource>> {
    if (web === 'live') return async () => ({ kind: 'live' });
    if (web.startsWith('har:')) {
      const fixtureSites = await readHar(web.slice('har:'.length));
      return async () => ({ kind: 'hermetic', fixtureSites });
    }
    if (web !== 'hermetic') throw new UserError(`--web: got "${web}"; expected hermetic, live or har:<file>`);
    return async (name) => {
      const suite = suites.get(name);
      const hosts = suite?.hosts;
      const { pages, why } = await pagesFor(suite ?? { id: name }, env, packages);
      if (why !== null) throw new UserError(why);
      const ours = hosts ? project.webRoots.map((folder) => ({ folder, hosts })) : project.webRoots;
      return {
        kind: 'hermetic',
        fixtureSites: await readFixtureSites([...(webRoot ? [webRoot] : []), ...ours], { pages }),
      };
    };
  }
}

/** Throws one `UserError` with all tasks that start on a host missing in their hermetic web. */
export function checkStartHosts(files: readonly TaskFile[], webs: ReadonlyMap<string, WebSource>): void {
  const missing = files.flatMap(({ suite, task: { id, startUrl } }) => {
    const web = webs.get(suite);
    const { protocol, hostname } = new URL(startUrl);
    if (web?.kind !== 'hermetic' || !/^https?:$/.test(protocol) || web.fixtureSites.hosts.has(hostname))
      return [];
    return [`${id}: no fixture site answers ${startUrl} (searched ${web.fixtureSites.lookedIn.join(', ')})`];
  });
  if (missing.length > 0)
    throw new UserError(
      [
        ...missing,
        'add a folder named after the host, or pass a folder that contains it with --web-root',
      ].join('\n'),
    );
}

/** A task by its id, with its fixture sites. Throws `UserError`. */
export async function findTaskWeb(
  { project, id, ...own }: Pick<PlanOptions, 'project' | 'tasks' | 'webRoot'> & { id: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<{
  task: Task;
  fixtureSites: FixtureSites;
}> {
  const options = { ...quietOptions(project), ...own, taskIds: [id] };
  const { files, suites } = await chooseTasks(options);
  const [file] = files;
  const webs = await openWebs(options, file ? [file.suite] : [], suites, env);
  checkStartHosts(files, webs);
  const web = file && webs.get(file.suite);
  // Cannot happen: the task was found, and the requested web is hermetic.
  if (!file || web?.kind !== 'hermetic') throw new Error(`${id} has no fixture sites`);
  return { task: file.task, fixtureSites: web.fixtureSites };
}
