import * as z from 'zod';
import { Tokenizer } from './tokenizer.ts';

const count = z.int().nonnegative();

const ListedTool = z.strictObject({
  name: z.string(),
  tokens: z.strictObject({ name: count, description: count, schema: count }),
  arguments: z
    .array(z.string())
    .describe('Every argument by its path: `fields[].name` is one inside a list of objects.'),
  required: z.array(z.string()).describe('The required ones, by the same paths.'),
  sha256: z.string().describe('Digest of name, description and input schema.'),
});
export type ListedTool = z.infer<typeof ListedTool>;

/** The tool list of one server, as a model receives it. */
export const Tools = z.strictObject({
  editionSha256: z.string(),
  tokenizer: Tokenizer,
  protocol: z.string().nullable().describe('The version of MCP that the server agreed to; null if unknown.'),
  instructions: z
    .strictObject({ tokens: count, bytes: count })
    .nullable()
    .describe('The instructions of its `initialize` answer; null without any.'),
  list: z
    .strictObject({ tools: count, bytes: count, tokens: count, sha256: z.string() })
    .describe('The whole list as JSON, with the marks between its parts.'),
  tools: z.array(ListedTool).describe('In the order of the server.'),
  notes: z.array(z.string()).describe('Parts of the list that MCP forbids and that were left out.'),
});
export type Tools = z.infer<typeof Tools>;
