import { isOfAgent, isReplay } from '../../results/records/run-facts.ts';
import type { StandingGroup } from '../../results/standings/standings.ts';
import { frameName } from './frame-name.ts';

/** A row of the leaderboard with the group that it may be compared in. */
export type GroupedRow = { group: StandingGroup; row: StandingGroup['rows'][number] };

/** The server that a run has where none is asked for. */
const defaultServer = 'playwright';

/**
 * The one row that a badge and the preview picture show, an attested one of a listed server: the best of the live models, else the newest replay of the
 * default server, else the replay that was played last; each time of the earliest of `suites`, in the project's order, that has
 * one.
 */
export function headlineOf(
  standings: readonly StandingGroup[],
  suites: readonly string[],
): GroupedRow | null {
  const current = standings.filter(({ superseded, custom }) => !superseded && !custom);
  const attested = allRows(current).filter(
    ({ row, group }) => row.attested && frameName(group.kind) === null,
  );
  return attested.sort(byWeight(suites))[0] ?? null;
}

/** Every row with its group, in the order of the leaderboard. */
export function allRows(standings: readonly StandingGroup[]): GroupedRow[] {
  return standings.flatMap((group) => group.rows.map((row) => ({ group, row })));
}

/** The order of a group's rows, best first, is kept among models: sorting is stable. */
function byWeight(suites: readonly string[]): (a: GroupedRow, b: GroupedRow) => number {
  const placeOf = ({ group }: GroupedRow): number => {
    const place = suites.indexOf(group.suite);
    return place === -1 ? suites.length : place;
  };
  return (a, b) =>
    standOf(a) - standOf(b) ||
    placeOf(a) - placeOf(b) ||
    (standOf(a) === 0 ? 0 : Date.parse(b.row.startedAt) - Date.parse(a.row.startedAt));
}

function standOf({ group, row }: GroupedRow): number {
  if (isOfAgent(group.kind)) return 0;
  return isReplay(row) && row.server.id === defaultServer ? 1 : 2;
}
