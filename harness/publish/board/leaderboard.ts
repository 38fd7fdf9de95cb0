import { joined } from '../../results/measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../../results/measures/index.ts';
import { type Reference, reasonsNotComparable, sentenceOf } from '../../results/records/references.ts';
import { isOfAgent, isReplay } from '../../results/records/run-facts.ts';
import { recomputedOf } from '../../results/standings/recomputed.ts';
import { relationsOf } from '../../results/standings/relation.ts';
import type { StandingGroup } from '../../results/standings/standings.ts';
import { type Columns, csv, type Stamp } from './data-file.ts';
import { frameName } from './format.ts';

/** The leaderboard as data. Published results of others are separate, unranked, and say why. */
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
    })),
    references: references.map((reference) => ({
      ...reference,
      recomputed: recomputed.get(reference.id) ?? null,
      comparable: false,
      reasons: reasonsNotComparable(reference),
      sentence: sentenceOf(reference),
    })),
  };
}

/** A row as data, for any file: with its own figures, and without its tasks and its history. */
export function rowRecord(
  { suite, kind }: Pick<StandingGroup, 'suite' | 'kind'>,
  { history, outcomes, ...row }: GroupedRow['row'],
) {
  return { ...row, suite, kind, usdPerSuccess: row.usdPerSuccess.value };
}

/**
 * The relations between the rows of each table of agents and models, as a triangle: the number of pairs grows with the
 * square of the rows.
 */
export function relationsFile(standings: readonly StandingGroup[], stamp: Stamp) {
  return {
    schema: 'contract-bench.relations.v1',
    ...stamp,
    groups: standings.flatMap(({ comparabilityKey, suite, custom, superseded, kind, rows }) =>
      isOfAgent(kind)
        ? [
            {
              ...{ comparabilityKey, suite, custom, superseded },
              rows: rows.map(({ id, sha, runId }) => ({ id, sha, runId })),
              ...triangleOf(rows),
            },
          ]
        : [],
    ),
  };
}

function triangleOf(rows: StandingGroup['rows']) {
  const relations = relationsOf(rows.map(({ outcomes }) => outcomes));
  let pairs = 0;
  const triangle = rows.map((_, first) =>
    rows.slice(first + 1).map((__, more) => {
      const relation = relations(first, first + 1 + more);
      if (!relation) return null;
      const { ties, pairs: ofTable, ...own } = relation;
      pairs = ofTable;
      return own;
    }),
  );
  return { pairs, triangle };
}

/** One line for each row; rows of one comparability key are adjacent. Without the references, which are not runs of this project. */
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
  deterministic: ({ row }) => row.deterministic,
  adapter: ({ row }) => row.adapter,
  model: ({ row }) => row.model,
  endpoint: ({ row }) => row.endpoint,
  quantisation: ({ row }) => row.weights?.quantisation ?? null,
  weightsSha256: ({ row }) => row.weights?.files.map(({ sha256 }) => sha256).join(' ') ?? null,
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
  populationLow95: ({ row }) => row.population95?.[0] ?? null,
  populationHigh95: ({ row }) => row.population95?.[1] ?? null,
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

/** A row of the leaderboard and its group of comparable rows. */
export type GroupedRow = { group: StandingGroup; row: StandingGroup['rows'][number] };

/** The server of a run if none is requested. */
const defaultServer = 'playwright';

/**
 * The row that a badge and the preview picture show; it is attested and of a listed server. It is the best live model, else
 * the newest replay of the default server, else the newest replay. At each step, the first of `suites` (in the project's
 * order) that has such a row is taken.
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

/** Among models the order of a group's rows (best first) is kept, because sorting is stable. */
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
