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

/** The events of an episode as they happen; each is one line of `events.jsonl`. */
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
  /** `on`: the element that the previous call acted on. */
  | { type: 'page'; url: string | null; on?: ActedOn }
  /** `seq`: the call before the picture; 0 before the first call. */
  | { type: 'picture'; seq: number; sha256: string; width: number; height: number; view?: PictureView }
  | {
      type: 'contract_eval';
      look: 'step' | 'first' | 'second';
      /** The last call before it; 0 before the first call. */
      toolSeq: number;
      outcome: Outcome;
      evidence: Evidence;
    }
  | { type: 'request_miss' | 'unmatched_request'; url: string }
  | { type: 'stop'; reason: string; error?: string }
  /** With the answer and usage fields of the row. `answered`: the model that answered, as reported by its API. */
  | ({ type: 'task_passed' | 'task_failed'; status: Status; answered: string | null } & Pick<
      Result,
      'answer' | 'tokens' | 'usd' | 'requests'
    >);

/** Receives events. A failure in it (a file, the terminal) never fails the episode. */
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

/** Which fields of each event are free text. A new field does not compile until it is listed here. */
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

/** The free text of an emitted or saved event; unknown types have none. */
export function eventText({ type }: { type: string }): FreeText {
  return ownOf<FreeText>(eventTexts, type) ?? kept;
}

const longestTurn = 64 * 1024;

/** Cuts the texts whose length an agent, a model or a server controls. */
function bounded<E extends EpisodeEvent>(event: E): E {
  switch (event.type) {
    case 'navigate':
    case 'tool_call':
      return { ...event, args: boundedArgs(event.args as ToolCall['args']) }; // JSON from every source
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

/** Emits the events of an episode as they happen, and measures its time. */
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
      // A failed event sink (a full disk, a closed terminal) never changes the episode.
    }
  }
}
