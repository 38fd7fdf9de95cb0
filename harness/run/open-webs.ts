import { UserError } from '../platform/errors/user-error.ts';
import type { Suite } from '../task/suite.ts';
import { readHar } from '../web/har.ts';
import type { WebSource } from '../web/open-web.ts';
import { readStandIns } from '../web/stand-ins.ts';
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
      const standIns = await readHar(web.slice('har:'.length));
      return async () => ({ kind: 'hermetic', standIns });
    }
    if (web !== 'hermetic')
      throw new UserError(`--web: found "${web}"; allowed are hermetic, live, har:<file>`);
    return async (name) => {
      const hosts = suites.get(name)?.hosts;
      const ours = hosts ? project.webRoots.map((folder) => ({ folder, hosts })) : project.webRoots;
      return { kind: 'hermetic', standIns: await readStandIns([...(webRoot ? [webRoot] : []), ...ours]) };
    };
  }
}
