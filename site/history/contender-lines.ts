import type { Score } from '../../harness/results/records/totals-shape.ts';
import type { HistoryPoint, StandingGroup } from '../../harness/results/standings/standings.ts';
import { wilson95 } from '../../harness/results/statistics/statistics.ts';

type Row = StandingGroup['rows'][number];

/** A point with the version of the server at that time. */
export type VersionedPoint = HistoryPoint & { version: string };

/** One agent and model on one server over the commits, oldest first, over all versions of the server. */
export type ContenderLine = { newest: Row; points: VersionedPoint[] };

/** Rows that differ only in the version of their server are one line, because upgrades are the most frequent change. */
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

/** The points of a row keep the order of the commits, also if an old commit was played late. */
function pointsOf({ history, server: { version } }: Row): { place: number; point: VersionedPoint }[] {
  let place = 0;
  return history.map((point) => {
    place = Math.max(place, Date.parse(point.startedAt));
    return { place, point: { ...point, version } };
  });
}

/** A run of the line: its score with the interval on its tasks, and the version of the server. */
export type LinePoint = Pick<HistoryPoint, 'sha' | 'date' | 'runId' | 'startedAt'> & {
  version: string;
  /** Whether the previous run of the same round had another version of the server. */
  isUpgrade: boolean;
  score: Score;
};

/** Runs under one comparability key: another round has other tasks, pages, limits or another judge. */
export type LineRound = { key: string; edition: number | null; trials: number; points: LinePoint[] };

/** One agent and model on one server in one suite, over all its rounds, oldest first. */
export function rowLineOf(standings: readonly StandingGroup[], group: StandingGroup, row: Row): LineRound[] {
  const alike = standings.filter(
    ({ suite, kind, web, custom }) =>
      suite === group.suite && kind === group.kind && web === group.web && custom === group.custom,
  );
  const rounds = alike.flatMap(({ comparabilityKey, trials, rows }) =>
    contenderLines(rows.filter((other) => isSameContender(other, row))).map(({ newest, points }) => ({
      key: comparabilityKey,
      edition: newest.edition,
      trials,
      points: points.map((point, at) => pointOf(point, points[at - 1]?.version)),
    })),
  );
  const startOf = ({ points }: LineRound) => Date.parse(points[0]?.startedAt ?? '');
  return rounds.sort((a, b) => startOf(a) - startOf(b));
}

function isSameContender(a: Row, b: Row): boolean {
  return (
    a.adapter === b.adapter &&
    a.model === b.model &&
    a.endpoint === b.endpoint &&
    a.server.id === b.server.id &&
    a.server.package === b.server.package
  );
}

function pointOf(point: HistoryPoint & { version: string }, before: string | undefined): LinePoint {
  const { sha, date, runId, startedAt, version, passed, total } = point;
  const rate = total === 0 ? 0 : passed / total;
  const isUpgrade = before !== undefined && before !== version;
  const score = { passed, total, rate, wilson95: wilson95(passed, total) };
  return { sha, date, runId, startedAt, version, isUpgrade, score };
}

/**
 * By the id of a run, the previous run of the same agent, model and server in any version, which shows what a commit
 * changed. The first run has none.
 */
export function runsBefore(standings: readonly StandingGroup[]): ReadonlyMap<string, HistoryPoint> {
  const before = new Map<string, HistoryPoint>();
  for (const { rows } of standings)
    for (const { points } of contenderLines(rows))
      for (const [index, { runId }] of points.entries()) {
        const earlier = points[index - 1];
        if (earlier) before.set(runId, earlier);
      }
  return before;
}
