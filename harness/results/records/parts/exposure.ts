import * as z from 'zod';
import { ToolReading } from '../channels-record.ts';

const count = z.int().nonnegative();

/** Texts that a person sees, and three groups of texts that no person sees. */
const channelGroups = ['seen', 'names', 'invisible', 'source'] as const;
export type ChannelGroup = (typeof channelGroups)[number];

const Reached = z.strictObject({
  usual: count.describe('Texts in the answer of the usual reading.'),
  any: count.describe('Texts in the answer of any call.'),
  of: count,
});

/** Which texts of a page reach a reader through one server. */
export const Exposure = z.strictObject({
  editionSha256: z.string(),
  channels: z.array(z.strictObject({ id: z.string(), title: z.string(), group: z.enum(channelGroups) })),
  tools: z.array(ToolReading).describe('The tool that opened the page comes first.'),
  usual: count
    .nullable()
    .describe('The place in `tools` of the usual reading, that of the tool mapping; null without a reading.'),
  names: Reached.describe('Names of things on the page, such as `alt` and `aria-label`.'),
  invisible: Reached.describe('Text that the page holds and no person sees.'),
  source: Reached.describe('Text of the source alone, such as a comment.'),
  missed: z
    .strictObject({ usual: count, any: count, of: count })
    .describe('Texts that a person sees, and that the usual reading, or every call, leaves out.'),
});
export type Exposure = z.infer<typeof Exposure>;
