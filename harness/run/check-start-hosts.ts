import { UserError } from '../platform/errors/user-error.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import type { WebSource } from '../web/open-web.ts';

/** Throws `UserError` where a task starts on a host that its hermetic web does not have: all such tasks at once. */
export function checkStartHosts(files: readonly TaskFile[], webs: ReadonlyMap<string, WebSource>): void {
  const missing = files.flatMap(({ suite, task: { id, startUrl } }) => {
    const web = webs.get(suite);
    const { protocol, hostname } = new URL(startUrl);
    if (web?.kind !== 'hermetic' || !/^https?:$/.test(protocol) || web.standIns.hosts.has(hostname))
      return [];
    return [`${id}: no stand-in answers ${startUrl} (looked in ${web.standIns.lookedIn.join(', ')})`];
  });
  if (missing.length > 0)
    throw new UserError(
      [...missing, 'add a folder named after the host, or name one that has it with --web-root'].join('\n'),
    );
}
