import { joined } from '../../results/measures/aggregate/joined.ts';
import { type Measure, measures } from '../../results/measures/index.ts';
import {
  notComparableSentence,
  type Reference,
  reasonsNotComparable,
} from '../../results/records/references.ts';
import { recomputedOf } from '../../results/standings/recomputed.ts';
import { relationsOf, relationWords } from '../../results/standings/relation.ts';
import type { StandingGroup } from '../../results/standings/standings.ts';
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
      rows: rows.map((row) => rowRecord(group, row)),
      relations: relationRecords(group.kind, rows),
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

/** A row as data, wherever one stands: with what it says of itself, and without its tasks and its past. */
export function rowRecord(
  { suite, kind }: Pick<StandingGroup, 'suite' | 'kind'>,
  { history, outcomes, ...row }: GroupedRow['row'],
) {
  return { ...row, suite, kind, usdPerSuccess: row.usdPerSuccess.value };
}

/** Each pair of rows once, as the table tells them apart. A replay cannot pass by chance, so of replays there is none. */
function relationRecords(kind: StandingGroup['kind'], rows: StandingGroup['rows']) {
  if (kind === 'replay') return [];
  const relations = relationsOf(rows.map(({ outcomes }) => outcomes));
  return rows.flatMap(({ id }, first) =>
    rows.slice(first + 1).flatMap(({ id: to }, more) => {
      const relation = relations(first, first + 1 + more);
      return relation ? [{ row: id, to, ...relation, words: relationWords(relation) }] : [];
    }),
  );
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
  allTrials: ({ row }) => row.passK?.all ?? null,
  onceInTrials: ({ row }) => row.passK?.once ?? null,
  usdPerTask: ({ row }) => row.usdPerTask,
  usdKnown: ({ row }) => row.usdKnown,
  reported: ({ row }) => row.selfReport?.reported ?? null,
  falseSuccesses: ({ row }) => row.selfReport?.falseSuccesses ?? null,
  failed: ({ row }) => row.counts.failed,
  errored: ({ row }) => row.counts.errored,
  edition: ({ row }) => row.edition,
  promptSha256: ({ row }) => row.promptSha256,
  agent: ({ row }) => row.agent.id,
  agentVersion: ({ row }) => row.agent.version,
  modelAnswered: ({ row }) => row.modelAnswered,
  priceDate: ({ row }) => row.price?.date ?? null,
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
