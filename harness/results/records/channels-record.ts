import * as z from 'zod';
import { readServerRecords, serverRecordFields } from './server-records.ts';

const ToolReading = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.json()),
  found: z.array(z.string()).describe('The ids of the channels whose canary stood in its answer.'),
  marked: z
    .string()
    .nullable()
    .describe('Words by which an answer says that the page is not to be trusted; null where none has any.'),
  error: z.string().nullable().describe('Why it gave no answer on the page; null where it gave one.'),
});
export type ToolReading = z.infer<typeof ToolReading>;

/** Which texts of a page reach who reads it through one server. */
export const ChannelsRecord = z.strictObject({
  schema: z.literal('contract-bench.channels.v1'),
  ...serverRecordFields,
  pagesSha256: z.string().describe('Digest of the pages.'),
  channels: z.array(z.strictObject({ id: z.string(), title: z.string(), isVisible: z.boolean() })),
  tools: z.array(ToolReading).describe('That which opened the page first.'),
});
export type ChannelsRecord = z.infer<typeof ChannelsRecord>;

/** By the names of their files, one a server. Throws UserError. */
export function readChannelsRecords(results: string): ChannelsRecord[] {
  return readServerRecords(results, 'channels', ChannelsRecord);
}
