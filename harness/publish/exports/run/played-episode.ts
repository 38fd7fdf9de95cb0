import type { Usage } from '../../../agents/models/proxy/usage.ts';
import type { Result } from '../../../results/records/result.ts';
import type { AnswerRecord, Step, Trajectory } from '../../../results/score/trajectory.ts';

/** An episode as a run saved it: result, trajectory, and what its events say beside. */
export type PlayedEpisode = {
  result: Result;
  /** Null of one that was given up before anybody began it. */
  trajectory: Omit<Trajectory, 'observations'> | null;
  /** Null where no events are saved. */
  goal: string | null;
  /** How the start URL was opened; null where the events do not say. */
  opening: { tool: string; url: string; answer: SavedAnswer; times: Times | null } | null;
  turns: Turn[];
};

/** What was decided at one time: the calls of one answer of a model, or one call where none was asked. */
export type Turn = { said: Said | null; calls: PlayedCall[] };

/** Milliseconds since the episode began. */
export type Times = { startMs: number; endMs: number };

/** Nobody noted when a model was asked: `times` begin where whatever was noted before its answer ended. */
export type Said = {
  text: string;
  stopReason: string | null;
  tokens: Usage | null;
  usd: number | null;
  times: Times;
};

/** `times`: null where the events do not say; of a call that nothing answered, until the last event of the episode. */
export type PlayedCall = { id: string; step: Step; answer: SavedAnswer | null; times: Times | null };

/** `text` is how it begins, as the events have it; `whole` is whether that is all of it. */
export type SavedAnswer = { record: AnswerRecord; text: string; whole: boolean };
