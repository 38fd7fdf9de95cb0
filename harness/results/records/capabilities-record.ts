import * as z from 'zod';
import { serverRecordFields } from './server-records.ts';

const count = z.int().nonnegative();

/** A verb of a solution path that cannot be translated into the server's tools. */
const Missing = z.strictObject({
  verb: z.string(),
  why: z.string(),
  lacks: z
    .string()
    .nullable()
    .describe(
      'A case-insensitive regular expression that matches no word of its tool list; null with `fails`.',
    ),
  fails: z
    .string()
    .nullable()
    .describe('A tool that the server has but that does not do it; null with `lacks`.'),
});

const Attempt = z.strictObject({
  way: z.int().positive(),
  by: z.enum(['tools', 'script']),
  seed: count,
  status: z.string(),
  tool: z.string().nullable().describe('The last tool that was called.'),
  why: z.string(),
});

export const CapabilityCell = z.strictObject({
  capability: z.string(),
  title: z.string(),
  verdict: z
    .enum(['native', 'script', 'cannot'])
    .describe(
      '`native`: by its own tools. `script`: only by its tool that runs scripts. `cannot`: not at all.',
    ),
  way: z
    .int()
    .positive()
    .nullable()
    .describe('Which solution path of the capability test passed on every seed.'),
  tools: z.array(z.string()).describe('The tools called in it, without the tool that opens the page.'),
  calls: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Median over the seeds; bytes and tokens are medians too.'),
  bytes: z.number().nonnegative().nullable().describe('Bytes of the answers as a model receives them.'),
  tokens: z
    .number()
    .nonnegative()
    .nullable()
    .optional()
    .describe('Tokens of the texts of the answers, by `tokenizer`; absent in older records.'),
  missing: z.array(Missing).describe('Why solution paths by tools could not be translated.'),
  failed: z
    .array(Attempt)
    .describe('Solution paths that were played and did not pass, with the first seed on which each failed.'),
});
export type CapabilityCell = z.infer<typeof CapabilityCell>;

/** What one server can do; each capability is tested on pages made only for it. */
export const CapabilitiesRecord = z.strictObject({
  schema: z.literal('contract-bench.capabilities.v1'),
  ...serverRecordFields,
  suite: z.strictObject({ id: z.string(), edition: z.int(), webSha256: z.string() }),
  seeds: z.array(count),
  tokenizer: z
    .strictObject({ name: z.string(), encoding: z.string(), version: z.string() })
    .optional()
    .describe('The tokenizer; absent in older records.'),
  words: z
    .array(z.string())
    .describe("Names of tools and arguments, and allowed values of arguments, in the server's own list."),
  cells: z.array(CapabilityCell),
});
export type CapabilitiesRecord = z.infer<typeof CapabilitiesRecord>;
