import * as z from 'zod';
import type { Change } from '../../judge/changes/change.ts';
import { type HostReward, RewardEnd } from '../../judge/fact-kinds/rewards.ts';
import { describeIssues } from '../../platform/errors/describe-issues.ts';
import { defineBrowserGatherer, type EpisodeState, each } from './gatherer.ts';

/** A row of the table `ends` of such a host; `atMs` is epoch milliseconds. */
const EndRow = z.object(RewardEnd.shape);

/** The hosts report documents, begun episodes and ends; the guest port reports what the guests did. */
export const rewards = defineBrowserGatherer({
  kind: 'reward',
  gather: (hosts, { options: { told, startedAtMs } }) =>
    hosts.length === 0 ? {} : { rewards: read(hosts, told, startedAtMs) },
});

function read(
  hosts: readonly string[],
  told: EpisodeState | undefined,
  startedAtMs: number,
): Record<string, HostReward | { error: string }> {
  if (!told?.changes || !told.door) return each(hosts, { error: 'the real web hands out no state' });
  if (told.unsettled) return each(hosts, { error: told.unsettled });
  let all: ReadonlyMap<string, Change[]>;
  try {
    all = told.changes();
  } catch (error) {
    return each(hosts, { error: `the state of a host cannot be read: ${error}` });
  }
  const { firstActAtMs, ...door } = told.door();
  const firstActMs = firstActAtMs === null ? null : Math.round(firstActAtMs - startedAtMs);
  return Object.fromEntries(
    hosts.map((host) => {
      const found = all.get(host);
      if (!found) return [host, { error: `${host} hands out no state` }];
      const counted = countRows(found, startedAtMs);
      if ('error' in counted) return [host, { error: `${host}: ${counted.error}` }];
      return [host, { ...counted, ...door, firstActMs }];
    }),
  );
}

type Counted = Pick<HostReward, 'documents' | 'starts' | 'ends' | 'end'>;

function countRows(changes: readonly Change[], startedAtMs: number): Counted | { error: string } {
  const rows = endsIn(changes);
  const of = (table: string) => changes.filter((change) => change.table === table && change.op === 'added');
  const counts = { documents: of('documents').length, starts: of('starts').length, ends: rows.length };
  const [first] = rows;
  if (!first) return { ...counts, end: null };
  const { data, error } = EndRow.safeParse(first);
  if (!data)
    return { error: describeIssues('the table ends', error, { value: first })[0] ?? 'an invalid end' };
  const { atMs, ...end } = data;
  return { ...counts, end: { ...end, atMs: Math.round(atMs - startedAtMs) } };
}

/** The ends that pages reported to a host, in their order. */
export function endsIn(changes: readonly Change[]): Change['after'][] {
  return changes.flatMap(({ table, op, after }) => (table === 'ends' && op === 'added' ? [after] : []));
}
