import type { HistoryPoint, StandingGroup } from '../../harness/results/standings/standings.ts';

type Row = StandingGroup['rows'][number];

/** A point with the version that the server had then. */
export type VersionedPoint = HistoryPoint & { version: string };

/** One agent and model on one server over the commits, oldest first, whatever version the server had. */
export type ContenderLine = { newest: Row; points: VersionedPoint[] };

/** Rows that differ in the version of their server alone are one line: an upgrade is what changes most. */
export function contenderLines(rows: readonly Row[]): ContenderLine[] {
  const lines = Map.groupBy(rows, ({ adapter, model, endpoint, server }) =>
    JSON.stringify([adapter, model, endpoint, server.id, server.package]),
  );
  return [...lines.values()].flatMap((ofLine) => {
    const [newest] = ofLine.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
    const placed = ofLine.flatMap(pointsOf).sort((a, b) => a.place - b.place);
    return newest ? [{ newest, points: placed.map(({ point }) => point) }] : [];
  });
}

/** The points of a row keep their order, which is that of the commits, also where an old commit was played late. */
function pointsOf({ history, server: { version } }: Row): { place: number; point: VersionedPoint }[] {
  let place = 0;
  return history.map((point) => {
    place = Math.max(place, Date.parse(point.startedAt));
    return { place, point: { ...point, version } };
  });
}
