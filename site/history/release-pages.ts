/** Each measured release of a server, with what was measured of it. */
import { type PartId, partSchemas } from '../../harness/results/records/parts/index.ts';
import { costsOf } from '../../harness/results/records/read-server-records.ts';
import type { ReleasedServer, ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { compareVersions } from '../../harness/results/records/servers-record.ts';
import { releaseAnchor } from '../words/href.ts';
import { releaseKey, releasePath, releaseTitle, serverPath, withoutVariant } from './releases.ts';
import type { ServerBoard } from './servers.ts';

export type ReleasePage = {
  /** Its page; of a record of v1, which has only costs, its line on the page of the server. */
  path: `/${string}`;
  id: string;
  variant: string | null;
  version: string;
  /** With its variant, without its version. */
  title: string;
  /** Null for a record of v1. */
  record: ReleaseRecord | null;
  /** Its costs in the shape of v1; null without any. */
  cost: ServerBoard['releases'][number] | null;
  /** Whether no newer release of this server, or of this variant, has a record. */
  isNewest: boolean;
  /** The latest time of a part. */
  at: string | null;
};

/** By server and variant, the newest first. */
export function releasePagesOf(
  releases: readonly ReleaseRecord[],
  { releases: costs, suitesOf }: Pick<ServerBoard, 'releases'> & Partial<Pick<ServerBoard, 'suitesOf'>>,
): ReleasePage[] {
  const costOf = (record: ReleaseRecord): ReleasePage['cost'] => {
    const path = releasePath(record.server);
    const found = costs.find(({ cost }) => releasePath(withoutVariant(cost.server)) === path);
    if (found || !suitesOf || record.server.variant === null) return found ?? null;
    const cost = costsOf(record);
    return cost && { cost, suites: suitesOf(cost), isNewest: false };
  };
  const ofV2 = releases.map((record) => pageOf(record.server, record, costOf(record)));
  const known = new Set(ofV2.map(releaseKey));
  const ofV1 = costs
    .map((cost) => pageOf({ ...cost.cost.server, variant: null }, null, cost))
    .filter((page) => !known.has(releaseKey(page)));
  const groups = Map.groupBy([...ofV2, ...ofV1], ({ id, variant }) => `${id}+${variant ?? ''}`);
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, pages]) =>
      pages
        .sort((one, other) => compareVersions(other.version, one.version))
        .map((page, at) => ({ ...page, isNewest: at === 0 })),
    );
}

function pageOf(
  server: Pick<ReleasedServer, 'id' | 'variant' | 'version' | 'title'>,
  record: ReleaseRecord | null,
  cost: ReleasePage['cost'],
): ReleasePage {
  const { id, variant, version } = server;
  const times = partsOf(record).flatMap(({ part }) => (part && 'at' in part ? part.at : []));
  return {
    path: record === null ? `${serverPath(id)}#${releaseAnchor(version)}` : releasePath(server),
    ...{ id, variant, version, title: releaseTitle(server), record, cost, isNewest: false },
    at: times.toSorted().at(-1) ?? cost?.cost.at ?? null,
  };
}

/** The name of each part on pages. */
export const partTitles: Readonly<Record<PartId, string>> = {
  install: 'Install',
  tools: 'Tools',
  cost: 'Cost',
  capabilities: 'Can do',
  exposure: 'Hidden text',
  honesty: 'Honest',
  reach: 'Reach',
};

/** Every part of a record in its order; none without a record of v2. */
export function partsOf(
  record: ReleaseRecord | null,
): { id: PartId; part: ReleaseRecord['parts'][PartId] }[] {
  if (record === null) return [];
  return (Object.keys(partSchemas) as PartId[]).map((id) => ({ id, part: record.parts[id] }));
}

/** The newest release of a server, without its version. */
export function withoutVersion({ id }: Pick<ReleasedServer, 'id'>) {
  return { id, variant: null, version: null };
}
