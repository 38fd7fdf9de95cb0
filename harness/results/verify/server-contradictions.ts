import { listedPackages } from '../records/listed-packages.ts';
import type { Run } from '../records/result.ts';
import { show } from './differences.ts';

/** Where a run says that it was on a listed server, and on another package than is listed. */
export function serverContradictions({ config: { server } }: Run): string[] {
  const listed = listedPackages[server.id];
  if (!listed || server.package === listed.package) return [];
  if (server.package === null && listed.installed) return [];
  return [`config.server.package: stored ${show(server.package)}, ${server.id} is ${listed.package}`];
}
