import type { Facts } from '../../judge/facts.ts';
import { defineBrowserGatherer, type EpisodeState, each } from './gatherer.ts';

/** The hosts report their changes directly, inside the harness's own process. */
export const changes = defineBrowserGatherer({
  kind: 'changes',
  gather: (hosts, { options: { told } }) => (hosts.length === 0 ? {} : read(hosts, told)),
});

function read(hosts: readonly string[], told: EpisodeState | undefined): Partial<Facts> {
  const unknown = (error: string) => ({ changes: each(hosts, { error }) });
  if (!told?.changes) return unknown('the real web hands out no state');
  if (told.unsettled) return unknown(told.unsettled);
  let all: ReturnType<typeof told.changes>;
  try {
    all = told.changes();
  } catch (error) {
    return unknown(`the state of a host cannot be read: ${error}`);
  }
  return {
    changes: Object.fromEntries(
      hosts.map((host) => {
        const found = all.get(host);
        return [host, found ? { changes: found, leftOut: 0 } : { error: `${host} hands out no state` }];
      }),
    ),
    elsewhere: [...all]
      .filter(([host]) => !hosts.includes(host))
      .flatMap(([host, found]) => found.map(({ table, key, op }) => ({ host, table, key, op }))),
  };
}
