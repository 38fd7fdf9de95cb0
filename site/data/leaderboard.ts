import {
  notComparableSentence,
  type Reference,
  reasonsNotComparable,
} from '../../harness/result/references.ts';
import type { StandingGroup } from '../../harness/result/standings.ts';
import type { MedianInterval } from '../../harness/statistics/statistics.ts';
import { type Columns, csv } from './csv.ts';
import { allRows, type GroupedRow } from './headline.ts';
import type { Stamp } from './stamp.ts';

/** The leaderboard as data. What others published stands apart, has no rank and says why. */
export function leaderboard(
  standings: readonly StandingGroup[],
  references: readonly Reference[],
  stamp: Stamp,
) {
  return {
    schema: 'contract-bench.leaderboard.v1',
    ...stamp,
    groups: standings.map(({ rows, ...group }) => ({
      ...group,
      rows: rows.map(({ history, outcomes, ...row }) => row),
    })),
    references: references.map((reference) => ({
      ...reference,
      comparable: false,
      reasons: reasonsNotComparable(reference),
      sentence: notComparableSentence,
    })),
  };
}

/** One line a row; rows of one comparability key follow each other. Without the references, which are no rows of ours. */
export function leaderboardCsv(standings: readonly StandingGroup[], stamp: Stamp): string {
  return csv(columns, allRows(standings), stamp);
}

const columns: Columns<GroupedRow> = {
  comparabilityKey: ({ group }) => group.comparabilityKey,
  superseded: ({ group }) => group.superseded,
  kind: ({ group }) => group.kind,
  suite: ({ group }) => group.suite,
  web: ({ group }) => group.web,
  trials: ({ group }) => group.trials,
  id: ({ row }) => row.id,
  rank: ({ row }) => row.rank,
  adapter: ({ row }) => row.adapter,
  model: ({ row }) => row.model,
  endpoint: ({ row }) => row.endpoint,
  server: ({ row }) => row.server.id,
  serverVersion: ({ row }) => row.server.version,
  passed: ({ row }) => row.score.passed,
  total: ({ row }) => row.score.total,
  rate: ({ row }) => row.score.rate,
  rateLow95: ({ row }) => row.score.wilson95[0],
  rateHigh95: ({ row }) => row.score.wilson95[1],
  ...medianColumns('DurationMs', ({ row }) => row.durationMs),
  ...medianColumns('ToolCalls', ({ row }) => row.toolCalls),
  ...medianColumns('ResponseBytes', ({ row }) => row.responseBytes),
  usd: ({ row }) => row.usd,
  workers: ({ row }) => row.workers,
  contended: ({ row }) => row.contended,
  sha: ({ row }) => row.sha,
  date: ({ row }) => row.date,
  runId: ({ row }) => row.runId,
  startedAt: ({ row }) => row.startedAt,
};

function medianColumns(name: string, take: (line: GroupedRow) => MedianInterval | null): Columns<GroupedRow> {
  return {
    [`median${name}`]: (line) => take(line)?.median ?? null,
    [`median${name}Low95`]: (line) => take(line)?.interval95?.[0] ?? null,
    [`median${name}High95`]: (line) => take(line)?.interval95?.[1] ?? null,
  };
}
