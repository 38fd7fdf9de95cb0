import * as z from 'zod';
import { Outcome } from '../../judge/outcome.ts';
import { ActedOn, PictureView } from '../../judge/page-state.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';

type EventFields<Type extends StoryEvent['type']> = Omit<Extract<StoryEvent, { type: Type }>, 'type'>;

export type Call = Pick<EventFields<'tool_call'>, 'tool' | 'args'>;

/** The evaluation of the contract at one time. */
export type Look = { outcome: Outcome; evidence: SavedEvidence };

/** The events from one call to the next. Number 0 is the opening of the start page, which no agent decided. */
export type StoryStep = {
  seq: number;
  /** Milliseconds since the start of the episode; null without a call. */
  atMs: number | null;
  /** The model's turns before the call, with their usage. */
  turns: EventFields<'model_turn'>[];
  call: Call | null;
  /** The element that the call acted on; null if it acted on none, or if the record lacks it. */
  on: ActedOn | null;
  /** Null if none came. */
  answer: Omit<EventFields<'tool_result'>, 'seq'> | null;
  /** The URL of the judged page after it; null if the page could not be observed. */
  url: string | null;
  look: Look | null;
  /** A picture of the page at that time; null if none was taken. */
  picture: Omit<EventFields<'picture'>, 'seq'> | null;
  /** Requests that the hermetic web did not answer, and requests that did not come from the browser. */
  misses: string[];
};

/** An episode, read from its events. */
export type Story = {
  goal: string | null;
  /** Sorted by number. */
  steps: StoryStep[];
  /** The model's turns after its last call. */
  lastTurns: EventFields<'model_turn'>[];
  stops: EventFields<'stop'>[];
  /** The observation that counts, and the one in a fresh browser or tab. */
  first: Look | null;
  second: Look | null;
  /** As in a step, for requests reported at the end. */
  misses: string[];
  /** Why the events end before the episode does; null if they are complete. */
  cut: string | null;
  /** Lines that could not be read. */
  unreadable: number;
};

/** The calls that the agent decided, without the opening call. */
export function callsOf({ steps }: Story): Call[] {
  return steps.flatMap(({ seq, call }) => (seq > 0 && call ? [call] : []));
}

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const Args = z.record(z.string(), z.json());
const Tokens = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

/** The evaluation of a clause by any version of the judge; requires only the fields that all versions have. */
export type SavedEvidence = {
  kind: string;
  outcome: Outcome;
  reason?: string | undefined;
  children?: SavedEvidence[] | undefined;
  [field: string]: unknown;
};

export const SavedEvidence: z.ZodType<SavedEvidence> = z.lazy(() =>
  z.looseObject({
    kind: z.string(),
    outcome: Outcome,
    reason: z.string().optional(),
    children: z.array(SavedEvidence).optional(),
  }),
);

const ended = { atMs: ms, status: z.string() };

/** The evaluation of the contract, as stored in events. */
export const ContractEval = z.object({
  type: z.literal('contract_eval'),
  look: z.enum(['step', 'first', 'second']),
  toolSeq: count,
  outcome: Outcome,
  evidence: SavedEvidence,
});

/** The events that a story uses, each with the fields it uses. */
const StoryEvent = z.discriminatedUnion('type', [
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
  z.object({
    type: z.literal('page'),
    url: z.string().nullable(),
    // A value that the current schema does not know is ignored.
    on: ActedOn.optional().catch(undefined),
  }),
  z.object({
    type: z.literal('picture'),
    seq: count,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    width: z.int().positive(),
    height: z.int().positive(),
    view: PictureView.optional().catch(undefined),
  }),
  ContractEval,
  z.object({ type: z.literal('request_miss'), url: z.string() }),
  z.object({ type: z.literal('unmatched_request'), url: z.string() }),
  z.object({ type: z.literal('stop'), reason: z.string(), error: z.string().optional() }),
  z.object({ type: z.literal('task_passed'), ...ended }),
  z.object({ type: z.literal('task_failed'), ...ended }),
  z.object({ type: z.literal('cut'), why: z.string() }),
]);
type StoryEvent = z.infer<typeof StoryEvent>;

const types: ReadonlySet<unknown> = new Set(StoryEvent.options.map(({ shape }) => shape.type.value));

/** The event of a saved line; null if a story does not use its type, 'unreadable' if it is invalid. */
function readStoryEvent(line: string): StoryEvent | null | 'unreadable' {
  const raw = jsonOrUndefined(line);
  if (raw === null || typeof raw !== 'object' || !('type' in raw)) return 'unreadable';
  if (!types.has(raw.type)) return null;
  return StoryEvent.safeParse(raw).data ?? 'unreadable';
}

/** Makes a story from the saved lines of one episode. If it was played again, only the last attempt is used. */
export function storyOf(lines: readonly string[]): Story {
  const read = lines.filter((line) => line !== '').map(readStoryEvent);
  const events = lastAttempt(read.filter((event) => event !== null && event !== 'unreadable'));
  const story: Story = {
    goal: null,
    steps: [],
    lastTurns: [],
    stops: [],
    first: null,
    second: null,
    misses: [],
    cut: null,
    unreadable: read.filter((event) => event === 'unreadable').length,
  };
  for (const event of events) addTo(story, event);
  return story;
}

function lastAttempt(events: readonly StoryEvent[]): readonly StoryEvent[] {
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'episode_start'),
    ),
  );
}

function addTo(story: Story, event: StoryEvent): void {
  switch (event.type) {
    case 'episode_start':
      story.goal = event.goal;
      break;
    case 'navigate':
    case 'tool_call': {
      const { tool, args, atMs } = event;
      Object.assign(stepAt(story, event.seq), { call: { tool, args }, atMs, turns: story.lastTurns });
      story.lastTurns = [];
      break;
    }
    case 'tool_result': {
      const { kind, isError, bytes, durationMs, preview } = event;
      stepAt(story, event.seq).answer = { kind, isError, bytes, durationMs, preview };
      break;
    }
    case 'model_turn': {
      const { type: _, ...turn } = event;
      story.lastTurns.push(turn);
      break;
    }
    case 'page': {
      const { url, on = null } = event;
      Object.assign(stepAt(story, story.steps.at(-1)?.seq ?? 0), { url, on });
      break;
    }
    case 'picture': {
      const { sha256, width, height, view } = event;
      stepAt(story, event.seq).picture = { sha256, width, height, ...(view && { view }) };
      break;
    }
    case 'contract_eval': {
      const { outcome, evidence } = event;
      if (event.look === 'step') stepAt(story, event.toolSeq).look = { outcome, evidence };
      else story[event.look] = { outcome, evidence };
      break;
    }
    case 'request_miss':
    case 'unmatched_request': {
      const last = story.stops.length === 0 ? story.steps.at(-1) : undefined;
      (last ?? story).misses.push(
        event.type === 'request_miss'
          ? `nothing answers ${event.url}`
          : `came past the browser: ${event.url}`,
      );
      break;
    }
    case 'stop': {
      const { reason, error } = event;
      story.stops.push({ reason, error });
      break;
    }
    case 'cut':
      story.cut = event.why;
      break;
    // The result contains it.
    case 'task_passed':
    case 'task_failed':
      break;
  }
}

/** Events come in the order of their steps. */
function stepAt({ steps }: Story, seq: number): StoryStep {
  const last = steps.at(-1);
  if (last?.seq === seq) return last;
  const found = steps.find((step) => step.seq === seq);
  if (found) return found;
  const step: StoryStep = {
    seq,
    atMs: null,
    turns: [],
    call: null,
    on: null,
    answer: null,
    url: null,
    look: null,
    picture: null,
    misses: [],
  };
  steps.push(step);
  return step;
}
