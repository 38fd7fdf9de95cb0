import * as z from 'zod';
import { CapabilityCell } from '../capabilities-record.ts';
import { Tokenizer } from './tokenizer.ts';

/** What one server can do; each capability is tested on pages made only for it. */
export const Capabilities = z.strictObject({
  editionSha256: z.string(),
  suite: z.strictObject({ id: z.string(), edition: z.int(), webSha256: z.string() }),
  seeds: z.array(z.int().nonnegative()),
  tokenizer: Tokenizer,
  words: z
    .array(z.string())
    .describe("Names of tools and arguments, and allowed values of arguments, in the server's own list."),
  cells: z.array(CapabilityCell),
});
export type Capabilities = z.infer<typeof Capabilities>;
