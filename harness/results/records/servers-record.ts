import * as z from 'zod';
import { serverRecordFields } from './server-records.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

/** The median, minimum and maximum over the runs. */
export const Spread = z.strictObject({ median: amount, min: amount, max: amount });
export type Spread = z.infer<typeof Spread>;

/** Kinds of calls: `open` opens a URL, `read` reads the page, `script` runs scripts, `act` is all others. */
export const callKinds = ['open', 'read', 'act', 'script'] as const;
export type CallKind = (typeof callKinds)[number];

export const Kind = z.strictObject({
  calls: count.describe('Calls in all runs.'),
  p50Ms: Spread.nullable().describe('Null without a call.'),
  p95Ms: Spread.nullable().describe('Null if a run has fewer than 20 calls.'),
});

/** The plays of a task of a server: one in each run, and two more if an earlier release failed in its only run. */
export const playCounts = {
  plays: count.optional().describe('Absent in records from before the number of plays was stored.'),
  passes: count.optional().describe('The number of plays that passed, like `plays`.'),
};

export const passedWords =
  'Whether it passed in most of its plays; without `plays`, whether it passed in every run.';

/** Whether some plays of a task passed and others did not. */
export function isUneven({
  plays = 0,
  passes = plays,
}: {
  plays?: number | undefined;
  passes?: number | undefined;
}): boolean {
  return passes > 0 && passes < plays;
}

const TaskCost = z.strictObject({
  taskId: z.string(),
  passed: z.boolean().describe(passedWords),
  ...playCounts,
  calls: amount.describe('Median over the runs, like the following numbers.'),
  bytes: amount.describe('Bytes of the answers as a model receives them.'),
  tokens: amount.describe('Tokens of the texts of the answers.'),
  ms: amount.nullable().describe('Time spent in calls; null if no times were measured.'),
});

/** The cost of one server: the same reference solutions through its tools, without a model. */
export const ServersRecord = z.strictObject({
  schema: z.literal('contract-bench.servers.v1'),
  ...serverRecordFields,
  cpu: z.string(),
  contended: z.boolean().describe('Whether another program used the processor at the start.'),
  tokenizer: z.strictObject({ name: z.string(), encoding: z.string(), version: z.string() }),
  runs: z.int().positive(),
  toolList: z.strictObject({ tools: count, bytes: count, tokens: count }),
  kinds: z.strictObject({ open: Kind, read: Kind, act: Kind, script: Kind }),
  startMs: Spread.nullable().describe(
    'Time from the start of its process to its tool list; the median over the episodes of a run. Null if no times were measured.',
  ),
  serverMb: Spread.nullable().describe(
    'Maximum proportional memory (PSS) of its processes in a run, in MB; null if it cannot be read.',
  ),
  browserMb: Spread.nullable(),
  pictures: count.describe('Pictures among the answers of all runs; no token count includes them.'),
  errors: count.describe('Error answers in all runs.'),
  tasks: z.array(TaskCost),
  cannot: z.array(z.strictObject({ taskId: z.string(), why: z.string() })),
});
export type ServersRecord = z.infer<typeof ServersRecord>;

/** Negative if the first version is earlier. Compares number by number, otherwise as text. */
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
