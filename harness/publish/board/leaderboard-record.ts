import * as z from 'zod';
import { Agent, Limits, PriceRecord, RunKind } from '../../results/records/run-identity.ts';
import { statusNames } from '../../results/records/statuses.ts';

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const interval95 = z.tuple([z.number(), z.number()]);
const median = z.strictObject({
  median: z.number(),
  interval95: interval95
    .nullable()
    .describe('Null with several trials for a task, or with fewer than six values.'),
});
const known = z
  .strictObject({ value: z.number().nullable(), known: count, episodes: count })
  .describe('Over the episodes with a known value.');

/** A row, in any file. */
const RowRecord = z.strictObject({
  id: z
    .string()
    .describe('Address: /rows/<id>/. The same in every build while key and contender stay the same.'),
  suite: z.string(),
  kind: RunKind,
  adapter: z.string().describe('The adapter that decided the calls.'),
  agent: Agent.describe('The agent, and the interface that it used.'),
  model: z.string().nullable().describe('As requested.'),
  modelAnswered: z.string().nullable().describe('As named by the API; null if not named.'),
  endpoint: z
    .string()
    .nullable()
    .describe('The endpoint that answered in place of the vendor; null if the vendor answered.'),
  weights: z
    .strictObject({
      quantisation: z.string(),
      files: z.array(z.strictObject({ name: z.string(), sha256: z.string(), bytes: count })),
    })
    .nullable()
    .describe('The weights that the harness computed, as files in order; null for all other rows.'),
  server: z.strictObject({ id: z.string(), package: z.string().nullable(), version: z.string() }),
  edition: z.int().nullable(),
  promptSha256: z.string().nullable(),
  price: PriceRecord.nullable().describe('USD per million tokens; null if unknown.'),
  rank: z
    .int()
    .positive()
    .nullable()
    .describe('The best possible rank on these tasks; null unless the row is an agent or a model.'),
  rankTo: z.int().positive().nullable().describe('The worst possible rank.'),
  deterministic: z
    .boolean()
    .describe(
      'Whether it is free of randomness: its calls follow rules, and all trials of each task had the same outcome.',
    ),
  score: z
    .strictObject({ passed: count, total: count, rate: share, wilson95: interval95.nullable() })
    .describe('Every episode counts. The interval is for these tasks; null for a deterministic row.'),
  population95: interval95
    .nullable()
    .describe('The interval for tasks like these; null for a deterministic row that is not a baseline.'),
  counts: z.strictObject({ episodes: count, passed: count, failed: count, errored: count }),
  statuses: z
    .partialRecord(z.enum(statusNames), count)
    .describe('Counts of the episodes that did not pass, by status.'),
  passK: z
    .strictObject({ k: z.int(), all: share, once: share })
    .nullable()
    .describe(
      'pass^k and pass@k: passed in all k trials of a task, and in at least one; null with one trial.',
    ),
  selfReport: z
    .strictObject({
      reported: count,
      claimed: count,
      passed: count,
      falseSuccesses: count,
      falseSuccessRate: share.nullable(),
    })
    .nullable()
    .describe('Self-reports of agents, compared with the contract; null if no agent reported.'),
  durationMs: median.nullable(),
  toolCalls: median.nullable(),
  responseBytes: median.nullable(),
  tokens: known,
  usd: z.number().nullable().describe('For the whole run; null if the cost of an episode is unknown.'),
  usdPerTask: z.number().nullable().describe('Mean over the episodes with a known cost.'),
  usdKnown: count.describe('Number of episodes with a known cost.'),
  usdLowerBounds: count.describe('Number of episodes that may have cost more than the counted amount.'),
  tokensClaimed: z
    .strictObject({ episodes: count, claimed: count, counted: count })
    .nullable()
    .describe('Usage reported by a third-party agent, and usage counted on the wire, in episodes with both.'),
  usdPerSuccess: z
    .number()
    .nullable()
    .describe('Total cost, including failed episodes, divided by the number of passed episodes.'),
  workers: z.int().positive(),
  contended: z
    .boolean()
    .nullable()
    .describe(
      'Whether something else used the machine, so that its times are not compared; null if not recorded.',
    ),
  busy: z.array(z.string()).describe('The other work.'),
  confined: z
    .boolean()
    .nullable()
    .describe('Whether the server ran sandboxed in namespaces; null if not recorded.'),
  attested: z
    .boolean()
    .nullable()
    .describe('Whether the publishing workflow signed it; null if not checked.'),
  ownRecordings: z.boolean().nullable(),
  retries: count.nullable().describe('Attempts that were made again; null if not recorded.'),
  sha: z.string(),
  date: z.string().nullable(),
  runId: z.string(),
  startedAt: z.string(),
});

const Group = z.strictObject({
  comparabilityKey: z.string().describe('Only rows with the same key are comparable.'),
  askedKey: z.string().describe('The key without the kind.'),
  kind: RunKind,
  suite: z.string(),
  custom: z.boolean().describe('Whether the servers were started from a user’s own command line.'),
  web: z.enum(['hermetic', 'live']),
  trials: z.int().positive(),
  worldSeeds: z.array(z.int()).nullable(),
  limits: Limits,
  judge: z.int(),
  archived: z.boolean(),
  superseded: z.boolean().describe('Whether a newer run has other tasks, other pages or another judge.'),
  resolution: z
    .number()
    .nullable()
    .describe('Smallest detectable difference of shares; null unless the rows are agents or models.'),
  rows: z.array(RowRecord),
});

/** `/api/v1/leaderboard.json`. Published results of others have the fields of `results/references.json`. */
export const LeaderboardFile = z.strictObject({
  schema: z.literal('contract-bench.leaderboard.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  groups: z.array(Group),
  references: z.array(z.looseObject({ id: z.string(), comparable: z.literal(false), sentence: z.string() })),
});

const Relation = z.strictObject({
  tasks: count,
  wins: count.describe('Number of tasks that the first row passed in more trials.'),
  losses: count,
  difference: z.number().describe('The first row’s share of passed trials minus the second’s.'),
  alpha: share.describe('1 minus the confidence level of the interval of the difference.'),
  p: share.describe('Adjusted over the pairs of the table (Holm).'),
  verdict: z.enum(['better', 'worse', 'not apart']),
});

/** `/api/v1/relations.json`: only the tables of agents and models. */
export const RelationsFile = z.strictObject({
  schema: z.literal('contract-bench.relations.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  groups: z.array(
    Group.pick({ comparabilityKey: true, suite: true, custom: true, superseded: true }).extend({
      rows: z.array(RowRecord.pick({ id: true, sha: true, runId: true })),
      pairs: count.describe('Number of pairs that p is adjusted over.'),
      triangle: z
        .array(z.array(Relation.nullable()))
        .describe(
          '`triangle[i][j]`: the relation of row i to row i + 1 + j; null if their tasks or trials differ.',
        ),
    }),
  ),
});

const Task = z.strictObject({
  taskId: z.string(),
  passed: count.describe('Passed trials of the rows in `saidOf`.'),
  judged: count.describe('Trials of these rows without infrastructure errors.'),
  rate: z.number().nullable().describe('Null if none was judged.'),
  discrimination: z
    .number()
    .nullable()
    .describe(
      'Item-rest correlation over these rows; null with fewer than four rows, or if all rows score the same.',
    ),
  everybody: z.boolean().describe('Whether all judged trials of all these rows passed.'),
  nobody: z.boolean(),
  flaky: z.boolean().describe('Whether one of these rows passed some of its trials and failed others.'),
});

const Cell = z.strictObject({ taskId: z.string(), passed: count, failed: count, errored: count });

const Table = z.strictObject({
  askedKey: z.string(),
  suite: z.string(),
  custom: z.boolean(),
  web: z.enum(['hermetic', 'live']),
  trials: z.int().positive(),
  worldSeeds: z.array(z.int()).nullable(),
  limits: Limits,
  judge: z.int(),
  saidOf: z.strictObject({ whom: z.enum(['agents', 'baselines']).nullable(), rows: count }),
  tasks: z.array(Task).describe('Easiest first.'),
  rows: z
    .array(
      RowRecord.extend({
        comparabilityKey: z.string(),
        cells: z.array(Cell).describe('Tasks that the row did not play have no cell.'),
      }),
    )
    .describe('Best score first.'),
});

/** `/api/v1/matrix.json`. */
export const MatrixFile = z.strictObject({
  schema: z.literal('contract-bench.matrix.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  tables: z.array(Table),
});
