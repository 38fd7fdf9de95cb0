import type { ModelTurnEvent } from '../../agents/built-in-agent.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { ActedOn, PictureView } from '../../judge/page-state.ts';
import type { Evidence } from '../../judge/verdict.ts';
import { clip } from '../../platform/words/format.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import type { Result } from '../../results/records/result.ts';
import type { Status } from '../../results/records/statuses.ts';
import { actedOnText, evidenceText } from '../../results/score/free-text.ts';
import { boundedArgs, longestText } from '../../results/score/saved-trajectory.ts';
import type { ToolCall } from '../../results/score/trajectory.ts';
import type { FreeText, Redactor } from '../../task/transcripts/redact.ts';
import { Stopwatch } from './clock.ts';

/** What happened in an episode, one line of `events.jsonl` each, as it happens. */
export type EpisodeEvent =
  | { type: 'episode_start'; goal: string; server: string; adapter: string; web: string }
  | { type: 'reset'; durationMs: number; browser: string }
  | { type: 'navigate'; seq: 0; tool: string; args: Record<string, unknown>; url: string }
  | { type: 'tool_call'; seq: number; tool: string; args: Record<string, unknown> }
  | {
      type: 'tool_result';
      seq: number;
      tool: string;
      kind: string;
      isError: boolean;
      bytes: number;
      sha256: string;
      durationMs: number;
      preview: string;
    }
  | ModelTurnEvent
  /** `on`: what the call before it acted on. */
  | { type: 'page'; url: string | null; on?: ActedOn }
  /** Of the page after a call; 0: before the first. */
  | { type: 'picture'; seq: number; sha256: string; width: number; height: number; view?: PictureView }
  | {
      type: 'contract_eval';
      look: 'step' | 'first' | 'second';
      /** Of the last call before it; 0 before the first. */
      toolSeq: number;
      outcome: Outcome;
      evidence: Evidence;
    }
  | { type: 'request_miss' | 'unmatched_request'; url: string }
  | { type: 'stop'; reason: string; error?: string }
  /** With what the row holds of answer and usage. `answered`: the model that did, as its API names it. */
  | ({ type: 'task_passed' | 'task_failed'; status: Status; answered: string | null } & Pick<
      Result,
      'answer' | 'tokens' | 'usd' | 'requests'
    >);

/** Takes events; what it does with one (a file, the terminal) never fails the episode. */
export type EventSink = (event: EpisodeEvent & { atMs: number }) => void;

type Decided = {
  [Type in EpisodeEvent['type']]: Record<
    Exclude<KeyOf<Extract<EpisodeEvent, { type: Type }>>, 'type'>,
    FreeText
  >;
};
type KeyOf<Event> = Event extends unknown ? keyof Event : never;

const kept = 'kept';
const free = 'free';
const ended = {
  status: kept,
  answer: free,
  tokens: kept,
  usd: kept,
  requests: kept,
  answered: kept,
} as const;

/** What of each event is free text; a new field does not compile before it is decided. */
const eventTexts: Decided = {
  episode_start: { goal: free, server: kept, adapter: kept, web: kept },
  reset: { durationMs: kept, browser: kept },
  navigate: { seq: kept, tool: kept, args: free, url: free },
  tool_call: { seq: kept, tool: kept, args: free },
  tool_result: {
    seq: kept,
    tool: kept,
    kind: kept,
    isError: kept,
    bytes: kept,
    sha256: kept,
    durationMs: kept,
    preview: free,
  },
  model_turn: { text: free, calls: kept, stopReason: free, tokens: kept, usd: kept },
  page: { url: free, on: actedOnText },
  picture: { seq: kept, sha256: kept, width: kept, height: kept, view: kept },
  contract_eval: { look: kept, toolSeq: kept, outcome: kept, evidence: evidenceText },
  request_miss: { url: free },
  unmatched_request: { url: free },
  stop: { reason: kept, error: free },
  task_passed: ended,
  task_failed: ended,
};

/** Of an event as it was emitted or saved; what is none has no free text. */
export function eventText({ type }: { type: string }): FreeText {
  return ownOf<FreeText>(eventTexts, type) ?? kept;
}

const longestTurn = 64 * 1024;

/** What an agent, a model or a server can make long is cut. */
function bounded<E extends EpisodeEvent>(event: E): E {
  switch (event.type) {
    case 'navigate':
    case 'tool_call':
      return { ...event, args: boundedArgs(event.args as ToolCall['args']) }; // JSON, of whichever source
    case 'model_turn': {
      const { text, calls, stopReason } = event;
      const cut = (words: string) => clip(words, longestText);
      return {
        ...event,
        text: clip(text, longestTurn),
        calls: calls.map(cut),
        stopReason: stopReason && cut(stopReason),
      };
    }
    default:
      return event;
  }
}

/** Says what happens in an episode as it happens, and keeps its time. */
export class EpisodeLog {
  readonly watch = new Stopwatch();
  private readonly plan: { emit: EventSink; redact: Redactor };

  constructor(plan: { emit: EventSink; redact: Redactor }) {
    this.plan = plan;
  }

  emit(event: EpisodeEvent): void {
    try {
      const timed = { atMs: Math.round(this.watch.elapsedMs()), ...event };
      this.plan.emit(bounded(this.plan.redact(timed, eventText(event))));
    } catch {
      // What becomes of an event (a full disk, a closed terminal) never changes the episode.
    }
  }
}
