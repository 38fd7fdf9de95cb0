import * as z from 'zod';
import { fieldIssues } from '../../../platform/errors/describe-issues.ts';

const count = z.int().nonnegative();
const Tokens = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

const timed = { atMs: z.number().nonnegative() };

/** The events that an export is made from, and of each what it is made from: of the last ones, when they were. */
const ReadEvent = z.discriminatedUnion('type', [
  z.object({ ...timed, type: z.literal('episode_start'), goal: z.string() }),
  z.object({ ...timed, type: z.literal('navigate'), tool: z.string(), url: z.string() }),
  z.object({
    ...timed,
    type: z.literal('model_turn'),
    text: z.string(),
    stopReason: z.string().nullable(),
    tokens: Tokens.nullable(),
    usd: z.number().nonnegative().nullable(),
  }),
  z.object({ ...timed, type: z.literal('tool_call'), seq: count }),
  z.object({ ...timed, type: z.literal('tool_result'), seq: count, preview: z.string() }),
  z.object({ ...timed, type: z.literal('reset') }),
  z.object({ ...timed, type: z.literal('page') }),
  z.object({ ...timed, type: z.literal('contract_eval') }),
  z.object({ ...timed, type: z.literal('stop') }),
]);
export type ReadEvent = z.infer<typeof ReadEvent>;

const types: ReadonlySet<unknown> = new Set(ReadEvent.options.map(({ shape }) => shape.type.value));

/** Null for one of another type. */
export function readEvent(raw: Record<string, unknown>): { event: ReadEvent | null } | { why: string } {
  if (!types.has(raw.type)) return { event: null };
  const { data, error } = ReadEvent.safeParse(raw);
  if (data) return { event: data };
  const [issue] = fieldIssues(error);
  return { why: `${issue?.field}: ${issue?.message}` };
}
