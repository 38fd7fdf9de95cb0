import type { Outcome } from '../../judge/outcome.ts';
import type { SavedEvidence, StoryEvent } from './story-event.ts';

type Said<Type extends StoryEvent['type']> = Omit<Extract<StoryEvent, { type: Type }>, 'type'>;

export type Call = Pick<Said<'tool_call'>, 'tool' | 'args'>;

/** What the contract came to at one time. */
export type Look = { outcome: Outcome; evidence: SavedEvidence };

/** What happened from one call to the next. Number 0 is the opening of the start page, by nobody's decision. */
export type StoryStep = {
  seq: number;
  /** Milliseconds since the start of the episode; null where nothing was called. */
  atMs: number | null;
  /** What a model said before the call, with what it used. */
  turns: Said<'model_turn'>[];
  call: Call | null;
  /** Null where none came. */
  answer: Omit<Said<'tool_result'>, 'seq'> | null;
  /** Of the judged page after it; null where nobody could look. */
  url: string | null;
  look: Look | null;
  /** What a person would have seen of it then; null where no picture was taken. */
  picture: Omit<Said<'picture'>, 'seq'> | null;
  /** Requests that the sealed web did not answer, and those that came past the browser. */
  misses: string[];
};

/** An episode as its events tell it. */
export type Story = {
  goal: string | null;
  /** By number. */
  steps: StoryStep[];
  /** What the model said after its last call. */
  lastTurns: Said<'model_turn'>[];
  stops: Said<'stop'>[];
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
