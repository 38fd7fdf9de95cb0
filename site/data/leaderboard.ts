import { joined } from '../../harness/measures/aggregate/joined.ts';
import { type Measure, measures } from '../../harness/measures/index.ts';
import {
  notComparableSentence,
  type Reference,
  reasonsNotComparable,
} from '../../harness/result/references.ts';
import { recomputedOf } from '../../harness/standings/recomputed.ts';
import type { StandingGroup } from '../../harness/standings/standings.ts';
import { type Columns, csv } from './csv.ts';
import { allRows, type GroupedRow } from './headline.ts';
import type { Stamp } from './stamp.ts';

/** The leaderboard as data. What others published stands apart, has no rank and says why. */
export function leaderboard(
  standings: readonly StandingGroup[],
  references: readonly Reference[],
  stamp: Stamp,
) {
  const recomputed = new Map(recomputedOf(references).map((each) => [each.id, each]));
  return {
    schema: 'contract-bench.leaderboard.v1',
    ...stamp,
    groups: standings.map(({ rows, ...group }) => ({
      ...group,
      rows: rows.map(({ history, outcomes, ...row }) => row),
    })),
    references: references.map((reference) => ({
      ...reference,
      recomputed: recomputed.get(reference.id) ?? null,
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
  worldSeeds: ({ group }) => group.worldSeeds?.join(' ') ?? null,
  id: ({ row }) => row.id,
  rank: ({ row }) => row.rank,
  rankTo: ({ row }) => row.rankTo,
  adapter: ({ row }) => row.adapter,
  model: ({ row }) => row.model,
  endpoint: ({ row }) => row.endpoint,
  server: ({ row }) => row.server.id,
  serverPackage: ({ row }) => row.server.package,
  serverVersion: ({ row }) => row.server.version,
  ...joined(measures.map(columnsOf)),
  populationLow95: ({ row }) => row.population95[0],
  populationHigh95: ({ row }) => row.population95[1],
  workers: ({ row }) => row.workers,
  contended: ({ row }) => row.contended,
  attested: ({ row }) => row.attested,
  confined: ({ row }) => row.confined,
  ownRecordings: ({ row }) => row.ownRecordings,
  retries: ({ row }) => row.retries,
  sha: ({ row }) => row.sha,
  date: ({ row }) => row.date,
  runId: ({ row }) => row.runId,
  startedAt: ({ row }) => row.startedAt,
};

function columnsOf({ columns }: Measure): Columns<GroupedRow> {
  return Object.fromEntries(columns.map(({ name, of }) => [name, ({ row }: GroupedRow) => of(row)]));
}
