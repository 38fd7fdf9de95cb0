/** One release in the shape of a server of the board, so that any two releases can be shown side by side. */
import { countHonesty } from '../../harness/results/records/parts/honesty.ts';
import { capabilitiesOf, channelsOf } from '../../harness/results/records/read-server-records.ts';
import { measuredPart } from '../../harness/results/records/release-record.ts';
import type { ComparedPart } from './compared-servers.ts';
import type { ReleasePage } from './release-pages.ts';
import { columnOf, releaseKey } from './releases.ts';
import type { BoardServer } from './servers.ts';

/** Only with parts of this release: nothing of an older one takes their places. */
export function asServer(page: ReleasePage): BoardServer {
  const { record, cost, version } = page;
  const honesty = record && measuredPart(record, 'honesty');
  return {
    ...{ id: releaseKey(page), title: `${page.title} ${version}`, version },
    ...{ cost: cost?.cost ?? null, suites: cost?.suites ?? [] },
    capabilities: record && capabilitiesOf(record),
    channels: record && channelsOf(record),
    honesty: record && { ...columnOf(record, 'honesty', []), count: honesty && countHonesty(honesty) },
    reach: record && columnOf(record, 'reach', []),
    earlier: { cost: null, capabilities: null, channels: null, honesty: null },
  };
}

/** The column of one release, as the page of comparisons loads it. */
export type ReleaseColumn = {
  title: string;
  path: string;
  parts: { part: string; edition: string | null; rows: (readonly [name: string, cell: string | null])[] }[];
};

export function releaseColumn(
  { title, version, path }: Pick<ReleasePage, 'title' | 'version' | 'path'>,
  parts: readonly ComparedPart[],
): ReleaseColumn {
  return {
    ...{ title: `${title} ${version}`, path },
    parts: parts.map(({ part, rows, editions: [edition = null] }) => ({
      ...{ part, edition },
      rows: rows.map(({ name, cells: [cell = null] }) => [name, cell] as const),
    })),
  };
}
