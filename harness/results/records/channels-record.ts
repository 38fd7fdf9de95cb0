import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

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
  server: z.strictObject({
    id: z.string(),
    title: z.string(),
    package: z.string().nullable(),
    version: z.string(),
  }),
  browser: z.string(),
  sha: z.string().nullable().describe('The commit of the harness; null outside of a checkout.'),
  at: z.iso.datetime(),
  pagesSha256: z.string().describe('Digest of the pages.'),
  channels: z.array(z.strictObject({ id: z.string(), title: z.string(), isVisible: z.boolean() })),
  tools: z.array(ToolReading).describe('That which opened the page first.'),
});
export type ChannelsRecord = z.infer<typeof ChannelsRecord>;

/** Where those of a results folder lie, one file a server. */
export function channelsFolder(results: string): string {
  return path.join(results, 'channels');
}

/** By the names of their files. Throws UserError. */
export function readChannelsRecords(results: string): ChannelsRecord[] {
  const folder = channelsFolder(results);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readJson(path.join(folder, name), ChannelsRecord));
}
