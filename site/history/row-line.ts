import type { Score } from '../../harness/results/records/totals-shape.ts';
import type { HistoryPoint, StandingGroup } from '../../harness/results/standings/standings.ts';
import { wilson95 } from '../../harness/results/statistics/statistics.ts';
import { contenderLines } from './contender-lines.ts';

type Row = StandingGroup['rows'][number];

/** A run of the line: its score with the interval on its tasks, and the version that the server had. */
export type LinePoint = Pick<HistoryPoint, 'sha' | 'date' | 'runId' | 'startedAt'> & {
  version: string;
  /** Whether the run before of the same round had another version of the server. */
  isUpgrade: boolean;
  score: Score;
};

/** What was played under one comparability key: the tasks, pages, limits or judge of another round are others. */
export type LineRound = { key: string; edition: number | null; trials: number; points: LinePoint[] };

/** One agent and model on one server in one suite, over all its rounds, the oldest first. */
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
