import type { Usage } from '../../model-proxy/usage.ts';
import type { Result } from '../../result/result.ts';
import type { AnswerRecord, Step, Trajectory } from '../../score/trajectory.ts';

/** An episode as a run saved it: result, trajectory, and what its events say beside. */
export type PlayedEpisode = {
  result: Result;
  /** Null of one that was given up before anybody began it. */
  trajectory: Omit<Trajectory, 'observations'> | null;
  /** Null where no events are saved. */
  goal: string | null;
  /** How the start URL was opened; null where the events do not say. */
  opening: { tool: string; url: string; answer: SavedAnswer } | null;
  turns: Turn[];
};

/** What was decided at one time: the calls of one answer of a model, or one call where none was asked. */
export type Turn = { said: Said | null; calls: PlayedCall[] };

export type Said = { text: string; stopReason: string | null; tokens: Usage | null; usd: number | null };

export type PlayedCall = { id: string; step: Step; answer: SavedAnswer | null };

/** `text` is how it begins, as the events have it; `whole` is whether that is all of it. */
export type SavedAnswer = { record: AnswerRecord; text: string; whole: boolean };
