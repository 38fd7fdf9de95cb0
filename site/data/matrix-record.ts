import * as z from 'zod';
import { Limits } from '../../harness/results/records/run-identity.ts';
import { RowRecord } from './leaderboard-record.ts';

const count = z.int().nonnegative();

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
