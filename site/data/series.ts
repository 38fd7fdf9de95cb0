import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import { joined } from '../../harness/results/measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../../harness/results/measures/index.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** Every row of the leaderboard over the commits, oldest first. A series has one comparability key. */
export function series(standings: readonly StandingGroup[], stamp: Stamp) {
  return { schema: 'contract-bench.series.v1', ...stamp, series: seriesOf(standings) };
}

export function seriesCsv(standings: readonly StandingGroup[], stamp: Stamp): string {
  return csv(
    columns,
    seriesOf(standings).flatMap(({ points, ...row }) => points.map((point) => ({ row, point }))),
    stamp,
  );
}

type Series = ReturnType<typeof seriesOf>[number];
type Line = { row: Omit<Series, 'points'>; point: Series['points'][number] };

function seriesOf(standings: readonly StandingGroup[]) {
  return standings.flatMap(({ comparabilityKey, superseded, kind, suite, web, trials, rows }) =>
    rows.map(({ id, adapter, model, endpoint, server, history }) => {
      const row = { standingId: id, adapter, model, endpoint, server };
      return { comparabilityKey, superseded, kind, suite, web, trials, ...row, points: history };
    }),
  );
}

const columns: Columns<Line> = {
  comparabilityKey: ({ row }) => row.comparabilityKey,
  superseded: ({ row }) => row.superseded,
  kind: ({ row }) => row.kind,
  suite: ({ row }) => row.suite,
  web: ({ row }) => row.web,
  trials: ({ row }) => row.trials,
  standingId: ({ row }) => row.standingId,
  adapter: ({ row }) => row.adapter,
  model: ({ row }) => row.model,
  endpoint: ({ row }) => row.endpoint,
  server: ({ row }) => row.server.id,
  serverVersion: ({ row }) => row.server.version,
  sha: ({ point }) => point.sha,
  date: ({ point }) => point.date,
  runId: ({ point }) => point.runId,
  startedAt: ({ point }) => point.startedAt,
  ...joined(measures.map(columnsOf)),
};

function columnsOf({ pointColumns }: Measure): Columns<Line> {
  return Object.fromEntries(pointColumns.map(({ name, of }) => [name, ({ point }: Line) => of(point)]));
}
