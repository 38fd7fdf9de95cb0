import * as z from 'zod';
import { readServerRecords, serverRecordFields } from './server-records.ts';

const count = z.int().nonnegative();

/** A verb of a walkthrough that the server cannot be told. */
const Missing = z.strictObject({
  verb: z.string(),
  why: z.string(),
  lacks: z
    .string()
    .nullable()
    .describe(
      'A regular expression, whatever the case, that none of the words of its tool list matches; null with `fails`.',
    ),
  fails: z.string().nullable().describe('A tool that it has, and that does not do it; null with `lacks`.'),
});

const Attempt = z.strictObject({
  way: z.int().positive(),
  by: z.enum(['tools', 'script']),
  seed: count,
  status: z.string(),
  tool: z.string().nullable().describe('The last that was called.'),
  why: z.string(),
});

const Cell = z.strictObject({
  capability: z.string(),
  title: z.string(),
  verdict: z
    .enum(['native', 'script', 'cannot'])
    .describe('By tools of its own; by its tool that runs scripts alone; not at all.'),
  way: z.int().positive().nullable().describe('Which way of the drill passed on every seed.'),
  tools: z.array(z.string()).describe('Those that were called in it, but that which opens the page.'),
  calls: z.number().nonnegative().nullable().describe('Median over the seeds, as of bytes and tokens.'),
  bytes: z.number().nonnegative().nullable().describe('Of the answers, as a model is handed them.'),
  tokens: z
    .number()
    .nonnegative()
    .nullable()
    .optional()
    .describe('Of the texts of the answers, by `tokenizer`; none in records from before it was counted.'),
  missing: z.array(Missing).describe('What kept ways by tools from being said.'),
  failed: z.array(Attempt).describe('Ways that were played and did not pass, with the first seed on which.'),
});
export type CapabilityCell = z.infer<typeof Cell>;

/** What one server can do, each capability tried on pages made for it alone. */
export const CapabilitiesRecord = z.strictObject({
  schema: z.literal('contract-bench.capabilities.v1'),
  ...serverRecordFields,
  suite: z.strictObject({ id: z.string(), edition: z.int(), webSha256: z.string() }),
  seeds: z.array(count),
  tokenizer: z
    .strictObject({ name: z.string(), encoding: z.string(), version: z.string() })
    .optional()
    .describe('What the tokens were counted with; none in records from before that.'),
  words: z
    .array(z.string())
    .describe(
      "Names of tools and arguments, and values that an argument may have, in the server's own list.",
    ),
  cells: z.array(Cell),
});
export type CapabilitiesRecord = z.infer<typeof CapabilitiesRecord>;

/** By the names of their files, one a server. Throws UserError. */
export function readCapabilitiesRecords(results: string): CapabilitiesRecord[] {
  return readServerRecords(results, 'capabilities', CapabilitiesRecord);
}
