import * as z from 'zod';
import { Outcome } from '../../judge/outcome.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const Args = z.record(z.string(), z.json());
const Tokens = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

/** What a clause came to, of whatever day's judge: only what all of them have is asked for. */
export type SavedEvidence = {
  kind: string;
  outcome: Outcome;
  reason?: string | undefined;
  children?: SavedEvidence[] | undefined;
  [field: string]: unknown;
};

const SavedEvidence: z.ZodType<SavedEvidence> = z.lazy(() =>
  z.looseObject({
    kind: z.string(),
    outcome: Outcome,
    reason: z.string().optional(),
    children: z.array(SavedEvidence).optional(),
  }),
);

const ended = { atMs: ms, status: z.string() };

/** The events that a story is made of, and of each what it is made of. */
export const StoryEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('episode_start'), goal: z.string() }),
  z.object({ type: z.literal('navigate'), atMs: ms, seq: count, tool: z.string(), args: Args }),
  z.object({ type: z.literal('tool_call'), atMs: ms, seq: count, tool: z.string(), args: Args }),
  z.object({
    type: z.literal('tool_result'),
    seq: count,
    kind: z.string(),
    isError: z.boolean(),
    bytes: count,
    durationMs: ms,
    preview: z.string(),
  }),
  z.object({
    type: z.literal('model_turn'),
    text: z.string(),
    stopReason: z.string().nullable(),
    tokens: Tokens.nullable(),
    usd: z.number().nonnegative().nullable(),
  }),
  z.object({ type: z.literal('page'), url: z.string().nullable() }),
  z.object({
    type: z.literal('picture'),
    seq: count,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  z.object({
    type: z.literal('contract_eval'),
    look: z.enum(['step', 'first', 'second']),
    toolSeq: count,
    outcome: Outcome,
    evidence: SavedEvidence,
  }),
  z.object({ type: z.literal('request_miss'), url: z.string() }),
  z.object({ type: z.literal('unmatched_request'), url: z.string() }),
  z.object({ type: z.literal('stop'), reason: z.string(), error: z.string().optional() }),
  z.object({ type: z.literal('task_passed'), ...ended }),
  z.object({ type: z.literal('task_failed'), ...ended }),
  z.object({ type: z.literal('cut'), why: z.string() }),
]);
export type StoryEvent = z.infer<typeof StoryEvent>;

const types: ReadonlySet<unknown> = new Set(StoryEvent.options.map(({ shape }) => shape.type.value));

/** An event of a saved line; null for one that a story is not made of, 'unreadable' for one that it would be. */
export function readStoryEvent(line: string): StoryEvent | null | 'unreadable' {
  const raw = jsonOrUndefined(line);
  if (raw === null || typeof raw !== 'object' || !('type' in raw)) return 'unreadable';
  if (!types.has(raw.type)) return null;
  return StoryEvent.safeParse(raw).data ?? 'unreadable';
}
