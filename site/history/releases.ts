/** The measured releases of servers: which of them a board shows, and the address of the page of each. */
import { type DisputedCells, disputedCells } from '../../harness/results/records/disputed-cells.ts';
import type { Dispute, DisputedCell, DisputedPart } from '../../harness/results/records/disputes.ts';
import type { PartId } from '../../harness/results/records/parts/index.ts';
import {
  type Measured,
  measuredPart,
  type ReleasedServer,
  type ReleaseRecord,
  releaseName,
} from '../../harness/results/records/release-record.ts';
import { compareVersions } from '../../harness/results/records/servers-record.ts';

type Named = Pick<ReleasedServer, 'id' | 'variant' | 'version'>;

/** `custom-mine`: a server in addresses. A build stores no file whose name begins with `custom:`, as with a scheme of URLs. */
export function serverKey(id: string): string {
  return id.replaceAll(':', '-');
}

export function serverPath(id: string): `/${string}/` {
  return `/servers/${serverKey(id)}/`;
}

/** The page of a release; a variant stands behind the version. */
export function releasePath(server: Named): `/${string}/` {
  const version = releaseName({ ...server, variant: null })
    .split('@')
    .at(-1);
  return `${serverPath(server.id)}${version}${server.variant === null ? '' : `+${server.variant}`}/`;
}

/** Where a page shows a disputed cell; null without the release. */
export function disputedPath(
  { release, part, id }: DisputedCell,
  releases: readonly ReleaseRecord[],
): `/${string}` | null {
  const found = releases.find(({ server }) => releaseName(server) === release);
  if (!found) return null;
  return `${releasePath(found.server)}${part === 'capabilities' ? '' : `${part}/`}#${id}`;
}

/** The record of a release as data. */
export function releaseDataPath(server: Named): `/${string}.json` {
  return `/api/v1/releases/${releaseKey(server)}.json`;
}

/** `playwright@0.0.83+caps`: the name of a release in addresses. */
export function releaseKey(server: Named): string {
  const [, , id, release] = releasePath(server).split('/');
  return `${id}@${release}`;
}

/** The page that shows two releases side by side. */
export function comparePath(one: Named, other: Named): `/${string}` {
  return `/servers/compare/?${new URLSearchParams({ a: releaseKey(one), b: releaseKey(other) })}`;
}

/** A server without its variant, as records of v1 name it. */
export function withoutVariant({ id, version }: Omit<Named, 'variant'>): Named {
  return { id, variant: null, version };
}

/** `Playwright MCP`, or `Playwright MCP +caps` for a variant. */
export function releaseTitle({ title, variant }: Pick<ReleasedServer, 'title' | 'variant'>): string {
  return variant === null || title.includes(`+${variant}`) ? title : `${title} +${variant}`;
}

/** A server or a variant on the board of one part. */
export type Column<Id extends PartId> = {
  server: ReleasedServer;
  title: string;
  path: `/${string}/`;
  /** Null if the part is broken. */
  part: Measured<Id> | null;
  broken: string | null;
  disputed: DisputedCells;
};

/** The columns of a board, and releases that are not comparable with them: their part was measured with other pages. */
export type PartBoard<Id extends PartId> = { columns: Column<Id>[]; others: Column<Id>[] };

/**
 * The newest release of each server and of each variant that has the part. The ids in `order` come first; a variant follows its
 * server. The board is of the edition that was measured last.
 */
export function partBoard<Id extends DisputedPart>(
  releases: readonly ReleaseRecord[],
  id: Id,
  order: readonly string[] = [],
  disputes: readonly Dispute[] = [],
): PartBoard<Id> {
  const newest = new Map(
    releases
      .filter(({ parts }) => parts[id] !== null)
      .toSorted((one, other) => compareVersions(one.server.version, other.server.version))
      .map((release) => [`${release.server.id}+${release.server.variant ?? ''}`, release]),
  );
  const place = ({ server }: Column<Id>) => order.indexOf(server.id) + 1 || order.length + 1;
  const columns = [...newest.values()]
    .map((release) => columnOf(release, id, disputes))
    .sort((one, other) => place(one) - place(other) || byTitle(one, other));
  const edition = lastOf(columns.flatMap(({ part }) => part ?? []))?.editionSha256;
  const isOf = ({ part }: Column<Id>) => part === null || part.editionSha256 === edition;
  return { columns: columns.filter(isOf), others: columns.filter((column) => !isOf(column)) };
}

/** What was measured last. */
function lastOf<Part extends { at: string }>(parts: readonly Part[]): Part | undefined {
  return parts.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
}

/** A release as a column of the board of one part. */
export function columnOf<Id extends DisputedPart>(
  release: ReleaseRecord,
  id: Id,
  disputes: readonly Dispute[],
): Column<Id> {
  const { server, parts } = release;
  const part: ReleaseRecord['parts'][PartId] = parts[id];
  return {
    server,
    title: releaseTitle(server),
    path: releasePath(server),
    part: measuredPart(release, id),
    broken: part !== null && 'broken' in part ? part.broken : null,
    disputed: disputedCells(disputes, release, id),
  };
}

function byTitle<Id extends PartId>(one: Column<Id>, other: Column<Id>): number {
  const key = ({ server, title }: Column<Id>) => `${server.id} ${server.variant === null ? 0 : 1} ${title}`;
  return key(one) < key(other) ? -1 : 1;
}

/** The largest length to which texts must be cut, so that the markup of all of them together is at most `room` bytes. */
export function lengthThatFits(
  texts: readonly string[],
  room: number,
  markup: (text: string) => string = (text) => text,
): number {
  const bytesAt = (most: number) =>
    texts.reduce((sum, text) => sum + Buffer.byteLength(markup(text.slice(0, most))), 0);
  let [least, most] = [0, Math.max(0, ...texts.map(({ length }) => length))];
  if (bytesAt(most) <= room) return most;
  while (most - least > 1) {
    const half = Math.floor((least + most) / 2);
    if (bytesAt(half) <= room) least = half;
    else most = half;
  }
  return least;
}
