import * as z from 'zod';
import { serverRecordFields } from './server-records.ts';

export const ToolReading = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.json()),
  found: z.array(z.string()).describe('The ids of the channels whose canary its answer contained.'),
  marked: z
    .string()
    .nullable()
    .describe('Words with which an answer marks the page as untrusted; null if no answer has any.'),
  error: z.string().nullable().describe('Why it gave no answer on the page; null if it gave one.'),
});
export type ToolReading = z.infer<typeof ToolReading>;

/** Which texts of a page reach a reader through one server. */
export const ChannelsRecord = z.strictObject({
  schema: z.literal('contract-bench.channels.v1'),
  ...serverRecordFields,
  pagesSha256: z.string().describe('Digest of the pages.'),
  channels: z.array(z.strictObject({ id: z.string(), title: z.string(), isVisible: z.boolean() })),
  tools: z.array(ToolReading).describe('The tool that opened the page comes first.'),
});
export type ChannelsRecord = z.infer<typeof ChannelsRecord>;
