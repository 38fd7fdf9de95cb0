import * as z from 'zod';
import { Agent, Limits, PriceRecord, RunKind } from '../../results/records/run-identity.ts';
import { statusNames } from '../../results/records/statuses.ts';

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const interval95 = z.tuple([z.number(), z.number()]);
const median = z.strictObject({
  median: z.number(),
  interval95: interval95.nullable().describe('Null with several trials a task, or below six values.'),
});
const known = z
  .strictObject({ value: z.number().nullable(), known: count, episodes: count })
  .describe('Over the episodes of which it is known.');

/** A row in whatever file it stands. */
const RowRecord = z.strictObject({
  id: z.string().describe('The same in every build as long as key and contender are: /rows/<id>/.'),
  suite: z.string(),
  kind: RunKind,
  adapter: z.string().describe('What decided the calls.'),
  agent: Agent.describe('Who acted, and how it was let in.'),
  model: z.string().nullable().describe('As asked for.'),
  modelAnswered: z.string().nullable().describe('As the API named it; null where it named none.'),
  endpoint: z.string().nullable().describe('Who answered in place of the vendor; null where nobody did.'),
  server: z.strictObject({ id: z.string(), package: z.string().nullable(), version: z.string() }),
  edition: z.int().nullable(),
  promptSha256: z.string().nullable(),
  price: PriceRecord.nullable().describe('USD per million tokens; null where it is not known.'),
  rank: z
    .int()
    .positive()
    .nullable()
    .describe('The best place that it may have on these tasks; null unless of an agent or a model.'),
  rankTo: z.int().positive().nullable().describe('The worst.'),
  deterministic: z
    .boolean()
    .describe(
      'Nothing of it is chance: its calls follow rules, and all trials of every task came to the same.',
    ),
  score: z
    .strictObject({ passed: count, total: count, rate: share, wilson95: interval95.nullable() })
    .describe('Every episode counts; the interval is on these tasks, and null of a deterministic row.'),
  population95: interval95
    .nullable()
    .describe('The interval on tasks like these; null of a deterministic row but a baseline.'),
  counts: z.strictObject({ episodes: count, passed: count, failed: count, errored: count }),
  statuses: z.partialRecord(z.enum(statusNames), count).describe('Of the episodes that did not pass.'),
  passK: z
    .strictObject({ k: z.int(), all: share, once: share })
    .nullable()
    .describe('Passed in all k trials of a task, and at least in one; null with one trial.'),
  selfReport: z
    .strictObject({
      reported: count,
      claimed: count,
      passed: count,
      falseSuccesses: count,
      falseSuccessRate: share.nullable(),
    })
    .nullable()
    .describe('What agents said, beside the contract; null where nobody reported.'),
  durationMs: median.nullable(),
  toolCalls: median.nullable(),
  responseBytes: median.nullable(),
  tokens: known,
  usd: z.number().nullable().describe('Of the whole run; null where the cost of one episode is not known.'),
  usdPerTask: z.number().nullable().describe('The mean over the episodes whose cost is known.'),
  usdKnown: count.describe('How many these are.'),
  usdLowerBounds: count.describe('Episodes that may have cost more than was counted.'),
  tokensClaimed: z
    .strictObject({ episodes: count, claimed: count, counted: count })
    .nullable()
    .describe('What a foreign agent says that it used, beside what the wire counted, in episodes with both.'),
  usdPerSuccess: z.number().nullable().describe('What failed is paid by what passed.'),
  workers: z.int().positive(),
  contended: z
    .boolean()
    .nullable()
    .describe(
      'Whether something else used the machine, so that its times are not compared; null if not recorded.',
    ),
  busy: z.array(z.string()).describe('What that was.'),
  confined: z
    .boolean()
    .nullable()
    .describe('Whether the server ran in namespaces; null where nobody looked.'),
  attested: z
    .boolean()
    .nullable()
    .describe('Whether the publishing workflow signed it; null where nobody looked.'),
  ownRecordings: z.boolean().nullable(),
  retries: count.nullable().describe('Attempts that were made again; null if not recorded.'),
  sha: z.string(),
  date: z.string().nullable(),
  runId: z.string(),
  startedAt: z.string(),
});

const Group = z.strictObject({
  comparabilityKey: z.string().describe('Only rows of one key may be compared.'),
  askedKey: z.string().describe('The key without the kind.'),
  kind: RunKind,
  suite: z.string(),
  custom: z.boolean().describe('Servers from a command line of whoever ran them.'),
  web: z.enum(['hermetic', 'live']),
  trials: z.int().positive(),
  worldSeeds: z.array(z.int()).nullable(),
  limits: Limits,
  judge: z.int(),
  archived: z.boolean(),
  superseded: z.boolean().describe('A newer run has other tasks, pages or another judge.'),
  resolution: z
    .number()
    .nullable()
    .describe('Rows closer than this share are not told apart; null unless of agents or models.'),
  rows: z.array(RowRecord),
});

/** `/api/v1/leaderboard.json`. What others published has the fields of `results/references.json`. */
export const LeaderboardFile = z.strictObject({
  schema: z.literal('contract-bench.leaderboard.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  groups: z.array(Group),
  references: z.array(z.looseObject({ id: z.string(), comparable: z.literal(false), sentence: z.string() })),
});

const Relation = z.strictObject({
  tasks: count,
  wins: count.describe('Tasks that the first row passed in more trials.'),
  losses: count,
  difference: z.number().describe('The first row’s share of passed trials less the second’s.'),
  alpha: share.describe('1 less the level of the interval of the difference.'),
  p: share.describe('Adjusted over the pairs of the table (Holm).'),
  verdict: z.enum(['better', 'worse', 'not apart']),
});

/** `/api/v1/relations.json`: the tables of agents and models alone. */
export const RelationsFile = z.strictObject({
  schema: z.literal('contract-bench.relations.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  groups: z.array(
    Group.pick({ comparabilityKey: true, suite: true, custom: true, superseded: true }).extend({
      rows: z.array(RowRecord.pick({ id: true, sha: true, runId: true })),
      pairs: count.describe('That p is adjusted over.'),
      triangle: z
        .array(z.array(Relation.nullable()))
        .describe(
          '`triangle[i][j]`: how row i stands to row i + 1 + j; null where their tasks or trials differ.',
        ),
    }),
  ),
});

const Task = z.strictObject({
  taskId: z.string(),
  passed: count.describe('Trials, of the rows that `saidOf` names.'),
  judged: count.describe('The same less those that were lost to us.'),
  rate: z.number().nullable().describe('Null where none was judged.'),
  discrimination: z
    .number()
    .nullable()
    .describe('Item-rest correlation over these rows; null with fewer than four, or where all do alike.'),
  everybody: z.boolean().describe('All judged trials of all these rows passed.'),
  nobody: z.boolean(),
  flaky: z.boolean().describe('One of these rows passed some of its trials and failed others.'),
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
  tasks: z.array(Task).describe('The easiest first.'),
  rows: z
    .array(
      RowRecord.extend({
        comparabilityKey: z.string(),
        cells: z.array(Cell).describe('A task that the row has not played is in none.'),
      }),
    )
    .describe('The best score first.'),
});

/** `/api/v1/matrix.json`. */
export const MatrixFile = z.strictObject({
  schema: z.literal('contract-bench.matrix.v1'),
  asOf: z.string().nullable(),
  synthetic: z.literal(true).optional(),
  tables: z.array(Table),
});
