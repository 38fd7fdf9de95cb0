import type { Run } from '../result/result.ts';
import { packageOf, servers } from '../servers/index.ts';
import { show } from './differences.ts';

/** Where a run says that it was on a listed server, and on another package than is listed. */
export function serverContradictions({ config: { server } }: Run): string[] {
  const listed = servers.find(({ id }) => id === server.id);
  if (!listed) return [];
  const wanted = packageOf(listed);
  if (server.package === wanted) return [];
  // Of an installed program nothing was stored before there was a place for it.
  if (server.package === null && 'program' in listed.origin) return [];
  return [`config.server.package: stored ${show(server.package)}, ${server.id} is ${wanted}`];
}
