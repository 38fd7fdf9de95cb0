import * as z from 'zod';
import { Outcome } from '../../judge/outcome.ts';
import { ActedOn, PictureView } from '../../judge/page-state.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';

type EventFields<Type extends StoryEvent['type']> = Omit<Extract<StoryEvent, { type: Type }>, 'type'>;

export type Call = Pick<EventFields<'tool_call'>, 'tool' | 'args'>;

/** What the contract came to at one time. */
export type Look = { outcome: Outcome; evidence: SavedEvidence };

/** What happened from one call to the next. Number 0 is the opening of the start page, by nobody's decision. */
export type StoryStep = {
  seq: number;
  /** Milliseconds since the start of the episode; null where nothing was called. */
  atMs: number | null;
  /** What a model said before the call, with what it used. */
  turns: EventFields<'model_turn'>[];
  call: Call | null;
  /** The element that the call acted on; null where it acted on none, and of a record that does not keep it. */
  on: ActedOn | null;
  /** Null where none came. */
  answer: Omit<EventFields<'tool_result'>, 'seq'> | null;
  /** Of the judged page after it; null where nobody could look. */
  url: string | null;
  look: Look | null;
  /** What a person would have seen of it then; null where no picture was taken. */
  picture: Omit<EventFields<'picture'>, 'seq'> | null;
  /** Requests that the sealed web did not answer, and those that came past the browser. */
  misses: string[];
};

/** An episode as its events tell it. */
export type Story = {
  goal: string | null;
  /** By number. */
  steps: StoryStep[];
  /** What the model said after its last call. */
  lastTurns: EventFields<'model_turn'>[];
  stops: EventFields<'stop'>[];
  /** The observation that counts, and the one that a fresh browser or tab made. */
  first: Look | null;
  second: Look | null;
  /** As in a step, told at the end. */
  misses: string[];
  /** Why the events end before the episode does; null where they do not. */
  cut: string | null;
  /** Lines that could not be read. */
  unreadable: number;
};

/** The calls that somebody decided. */
export function callsOf({ steps }: Story): Call[] {
  return steps.flatMap(({ seq, call }) => (seq > 0 && call ? [call] : []));
}

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

export const SavedEvidence: z.ZodType<SavedEvidence> = z.lazy(() =>
  z.looseObject({
    kind: z.string(),
    outcome: Outcome,
    reason: z.string().optional(),
    children: z.array(SavedEvidence).optional(),
  }),
);

const ended = { atMs: ms, status: z.string() };

/** What the contract came to, as events hold it. */
export const ContractEval = z.object({
  type: z.literal('contract_eval'),
  look: z.enum(['step', 'first', 'second']),
  toolSeq: count,
  outcome: Outcome,
  evidence: SavedEvidence,
});

/** The events that a story is made of, and of each what it is made of. */
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
    // What no reader of today knows is as if it was not kept.
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

/** An event of a saved line; null for one that a story is not made of, 'unreadable' for one that it would be. */
function readStoryEvent(line: string): StoryEvent | null | 'unreadable' {
  const raw = jsonOrUndefined(line);
  if (raw === null || typeof raw !== 'object' || !('type' in raw)) return 'unreadable';
  if (!types.has(raw.type)) return null;
  return StoryEvent.safeParse(raw).data ?? 'unreadable';
}

/** Makes a story of the saved lines of one episode. Of one that was played again its last attempt is told. */
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
  for (const event of events) tell(story, event);
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

function tell(story: Story, event: StoryEvent): void {
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
    // The result says it.
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
