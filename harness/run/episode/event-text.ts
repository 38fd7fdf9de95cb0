import { actedOnText, evidenceText } from '../../results/score/free-text.ts';
import type { FreeText } from '../../task/transcripts/free-text.ts';
import type { EpisodeEvent } from './episode-event.ts';

type Decided = {
  [Type in EpisodeEvent['type']]: Record<
    Exclude<KeyOf<Extract<EpisodeEvent, { type: Type }>>, 'type'>,
    FreeText
  >;
};
type KeyOf<Event> = Event extends unknown ? keyof Event : never;

const kept = 'kept';
const free = 'free';
const ended = { status: kept } as const;

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
  picture: { seq: kept, sha256: kept, width: kept, height: kept },
  contract_eval: { look: kept, toolSeq: kept, outcome: kept, evidence: evidenceText },
  request_miss: { url: free },
  unmatched_request: { url: free },
  stop: { reason: kept, error: free },
  task_passed: ended,
  task_failed: ended,
};

/** Of an event as it was emitted or saved; what is none has no free text. */
export function eventText({ type }: { type: string }): FreeText {
  return (eventTexts as Readonly<Record<string, FreeText>>)[type] ?? kept;
}
