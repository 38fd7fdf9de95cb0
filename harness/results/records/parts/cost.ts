import * as z from 'zod';
import { Kind, passedWords, playCounts, Spread } from '../servers-record.ts';
import { Tokenizer } from './tokenizer.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

/** Input tokens that a model is charged for one task; `charged-tokens.ts` has the formulas. */
const Charged = z.strictObject({
  once: amount.describe('The tool list and the answers, each counted once.'),
  conversation: amount.describe('Every request of the conversation in full.'),
  cached: amount.describe('The same with a prompt cache.'),
});
export type Charged = z.infer<typeof Charged>;

const Task = z.strictObject({
  taskId: z.string(),
  passed: z.boolean().describe(passedWords),
  ...playCounts,
  calls: amount.describe(
    'Median over the plays that passed (over all if none did), like the following numbers. A reading of a page that was not ready is not counted.',
  ),
  bytes: amount.describe('Bytes of the answers as a model receives them.'),
  tokens: amount.describe('Tokens of the texts of the answers.'),
  charged: Charged,
  ms: amount.nullable().describe('Time spent in calls; null if no times were measured.'),
});

/** Whether a task counts as passed. */
export function isPassed(passes: number, plays: number): boolean {
  return passes * 2 > plays;
}

const Suite = z.strictObject({
  suite: z.string(),
  edition: count,
  passed: count,
  total: count.describe('With the tasks in `cannot`.'),
  calls: amount.nullable().describe('Mean over the passed tasks, like the next two; null if none passed.'),
  tokens: amount.nullable(),
  charged: Charged.nullable(),
  tasks: z.array(Task),
  cannot: z
    .array(z.strictObject({ taskId: z.string(), why: z.string() }))
    .describe('Tasks whose reference solution the tools cannot express.'),
});

/** Only on the newest release: three runs, one task after the other. */
const Times = z.strictObject({
  contended: z.boolean().describe('Whether another program used the processor at the start.'),
  kinds: z.strictObject({ open: Kind, read: Kind, act: Kind, script: Kind }),
  startMs: Spread.describe(
    'Time from the start of its process to its tool list; the median over the episodes of a run.',
  ),
  serverMb: Spread.nullable().describe('Maximum proportional memory (PSS) of its processes in a run, in MB.'),
  browserMb: Spread.nullable(),
});

/** What one server costs: the same reference solutions through its tools, without a model. Suites are never pooled. */
export const Cost = z.strictObject({
  editionSha256: z.string(),
  tokenizer: Tokenizer,
  runs: z.int().positive(),
  reading: z
    .strictObject({ tool: z.string(), args: z.record(z.string(), z.json()) })
    .describe('The call with which the tool mapping reads a page.'),
  toolList: z.strictObject({ tools: count, bytes: count, tokens: count }),
  suites: z.array(Suite),
  times: Times.nullable(),
  pictures: count.describe('Pictures among the answers of all runs; no token count includes them.'),
  errors: count.describe('Error answers in all runs.'),
});
export type Cost = z.infer<typeof Cost>;
