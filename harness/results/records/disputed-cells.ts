import { thereIs } from '../../platform/words/known-names.ts';
import type { Dispute, DisputedCell, DisputedPart } from './disputes.ts';
import { reachCellId } from './parts/reach.ts';
import { measuredPart, type ReleaseRecord, releaseName } from './release-record.ts';

/** The ids of the cells of a part, in their order; none if it was not measured. */
const cellIds: Readonly<Record<DisputedPart, (record: ReleaseRecord) => string[]>> = {
  honesty: (record) => measuredPart(record, 'honesty')?.cells.map(({ trap }) => trap) ?? [],
  reach: (record) => measuredPart(record, 'reach')?.cells.map(reachCellId) ?? [],
  capabilities: (record) =>
    measuredPart(record, 'capabilities')?.cells.map(({ capability }) => capability) ?? [],
};

/** By the id of its cell, each dispute that still stands: not declined, and the part was not measured again after its day. */
export type DisputedCells = ReadonlyMap<string, Dispute>;

/** The disputed cells of one part of a release. If a cell has several disputes, the first in the list counts. */
export function disputedCells(
  disputes: readonly Dispute[],
  record: ReleaseRecord,
  part: DisputedPart,
): DisputedCells {
  const standing = disputes.filter(
    ({ cell, opened, outcome }) =>
      cell?.part === part &&
      cell.release === releaseName(record.server) &&
      outcome !== 'declined' &&
      !isMeasuredAfter(record, part, opened),
  );
  return new Map(standing.reverse().map((dispute) => [dispute.cell?.id ?? '', dispute]));
}

function isMeasuredAfter(record: ReleaseRecord, part: DisputedPart, day: string): boolean {
  const at = measuredPart(record, part)?.at;
  return at !== undefined && at.slice(0, day.length) > day;
}

/**
 * Disputes about cells that are not there, each with its field. The release of a closed dispute may be withdrawn, and a later
 * measurement may have other cells.
 */
export function disputeFaults(disputes: readonly Dispute[], releases: readonly ReleaseRecord[]): string[] {
  return disputes.flatMap(({ id, cell, opened, outcome }) => {
    const fault = cell && faultOf(cell, opened, outcome === 'open', releases);
    return fault ? [`${id}: cell.${fault}`] : [];
  });
}

function faultOf(
  { release, part, id }: DisputedCell,
  opened: string,
  isOpen: boolean,
  releases: readonly ReleaseRecord[],
): string | null {
  const record = releases.find(({ server }) => releaseName(server) === release);
  if (!record) {
    const names = releases.map(({ server }) => releaseName(server));
    return isOpen
      ? `release: got ${release}; expected a release with a record of parts: ${thereIs(release, names)}`
      : null;
  }
  const ids = cellIds[part](record);
  if (ids.length === 0) return `part: got ${part}; expected a part that was measured of ${release}`;
  if (ids.includes(id) || isMeasuredAfter(record, part, opened)) return null;
  return `id: got ${id}; expected a cell of ${part} of ${release}: ${thereIs(id, ids)}`;
}
