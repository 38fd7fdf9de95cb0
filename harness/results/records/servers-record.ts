import * as z from 'zod';
import { readServerRecords, serverRecordFields } from './server-records.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

/** The median over the runs, with the least and the most of them. */
const Spread = z.strictObject({ median: amount, min: amount, max: amount });
export type Spread = z.infer<typeof Spread>;

/** Kinds of calls: what opens a URL, what reads the page, what runs scripts, and all others. */
export const callKinds = ['open', 'read', 'act', 'script'] as const;
export type CallKind = (typeof callKinds)[number];

const Kind = z.strictObject({
  calls: count.describe('In all runs.'),
  p50Ms: Spread.nullable().describe('Null without a call.'),
  p95Ms: Spread.nullable().describe('Null where a run has fewer than 20 calls.'),
});

const TaskCost = z.strictObject({
  taskId: z.string(),
  passed: z.boolean().describe('In every run.'),
  calls: amount.describe('Median over the runs, as of all that follows.'),
  bytes: amount.describe('Of the answers, as a model is handed them.'),
  tokens: amount.describe('Of their texts.'),
  ms: amount.describe('Spent in calls.'),
});
export type TaskCost = z.infer<typeof TaskCost>;

/** What one server costs: the same walkthroughs through its tools, without a model. */
export const ServersRecord = z.strictObject({
  schema: z.literal('contract-bench.servers.v1'),
  ...serverRecordFields,
  cpu: z.string(),
  contended: z.boolean().describe('Whether something else had the processor when it began.'),
  tokenizer: z.strictObject({ name: z.string(), encoding: z.string(), version: z.string() }),
  runs: z.int().positive(),
  toolList: z.strictObject({ tools: count, bytes: count, tokens: count }),
  kinds: z.strictObject({ open: Kind, read: Kind, act: Kind, script: Kind }),
  startMs: Spread.describe(
    'From the start of its process to its list of tools; a median of the episodes of a run.',
  ),
  serverMb: Spread.nullable().describe(
    'Most proportional memory of its processes in a run, in MB; null where it cannot be read.',
  ),
  browserMb: Spread.nullable(),
  pictures: count.describe('Among the answers of all runs; they are in no count of tokens.'),
  errors: count.describe('Answers that are errors, in all runs.'),
  tasks: z.array(TaskCost),
  cannot: z.array(z.strictObject({ taskId: z.string(), why: z.string() })),
});
export type ServersRecord = z.infer<typeof ServersRecord>;

/** By server, its versions from the earliest on. Throws UserError. */
export function readServersRecords(results: string): ServersRecord[] {
  return readServerRecords(results, 'servers', ServersRecord).sort((one, other) => {
    if (one.server.id !== other.server.id) return one.server.id < other.server.id ? -1 : 1;
    return compareVersions(one.server.version, other.server.version);
  });
}

/** Negative where the first is the earlier one: number by number, then as texts. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/));
  for (let at = 0; at < Math.max(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const [x = '', y = ''] = [a?.[at], b?.[at]];
    if (x === y) continue;
    const difference = Number(x) - Number(y);
    return Number.isNaN(difference) ? (x < y ? -1 : 1) : difference;
  }
  return 0;
}
