import { UserError } from '../platform/errors/user-error.ts';
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
 * The web of each of the named suites. On the hermetic one a suite is served the hosts that it lists, and those of
 * `--web-root`, alone: so its digest is of all that its episodes can see. Tasks that are of no suite have all hosts.
 * Throws `UserError`.
 */
export async function openWebs(
  { project, web, webRoot }: Pick<PlanOptions, 'project' | 'web' | 'webRoot'>,
  names: readonly string[],
  suites: ReadonlyMap<string, Suite>,
): Promise<ReadonlyMap<string, WebSource>> {
  const sourceOf = await openSource();
  return new Map(await Promise.all(names.map(async (name) => [name, await sourceOf(name)] as const)));

  async function openSource(): Promise<(name: string) => Promise<WebSource>> {
    if (web === 'live') return async () => ({ kind: 'live' });
    if (web.startsWith('har:')) {
      const fixtureSites = await readHar(web.slice('har:'.length));
      return async () => ({ kind: 'hermetic', fixtureSites });
    }
    if (web !== 'hermetic')
      throw new UserError(`--web: found "${web}"; allowed are hermetic, live, har:<file>`);
    return async (name) => {
      const hosts = suites.get(name)?.hosts;
      const ours = hosts ? project.webRoots.map((folder) => ({ folder, hosts })) : project.webRoots;
      return {
        kind: 'hermetic',
        fixtureSites: await readFixtureSites([...(webRoot ? [webRoot] : []), ...ours]),
      };
    };
  }
}

/** Throws `UserError` where a task starts on a host that its hermetic web does not have: all such tasks at once. */
export function checkStartHosts(files: readonly TaskFile[], webs: ReadonlyMap<string, WebSource>): void {
  const missing = files.flatMap(({ suite, task: { id, startUrl } }) => {
    const web = webs.get(suite);
    const { protocol, hostname } = new URL(startUrl);
    if (web?.kind !== 'hermetic' || !/^https?:$/.test(protocol) || web.fixtureSites.hosts.has(hostname))
      return [];
    return [`${id}: no stand-in answers ${startUrl} (looked in ${web.fixtureSites.lookedIn.join(', ')})`];
  });
  if (missing.length > 0)
    throw new UserError(
      [...missing, 'add a folder named after the host, or name one that has it with --web-root'].join('\n'),
    );
}

/** A task by its id, and the stand-ins that it is played on. Throws `UserError`. */
export async function findTaskWeb({
  project,
  id,
  ...own
}: Pick<PlanOptions, 'project' | 'tasks' | 'webRoot'> & { id: string }): Promise<{
  task: Task;
  fixtureSites: FixtureSites;
}> {
  const options = { ...quietOptions(project), ...own, taskIds: [id] };
  const { files, suites } = await chooseTasks(options);
  const [file] = files;
  const webs = await openWebs(options, file ? [file.suite] : [], suites);
  checkStartHosts(files, webs);
  const web = file && webs.get(file.suite);
  // The task was found, and the web that was asked for is the hermetic one.
  if (!file || web?.kind !== 'hermetic') throw new Error(`${id} has no stand-ins`);
  return { task: file.task, fixtureSites: web.fixtureSites };
}
