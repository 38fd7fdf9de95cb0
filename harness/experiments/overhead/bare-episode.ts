import type { ToolCall } from '../../results/score/trajectory.ts';

/** What the bare script does of one task; `seed` is the world's. */
export type BareEpisode = {
  startUrl: string;
  seed: number | undefined;
  /** As a transcript stores them: what an answer tells is taken from it. */
  calls: readonly Pick<ToolCall, 'tool' | 'args'>[];
};

/** Milliseconds by phase, and how many calls were answered with an error. */
export type BareOutcome = {
  phases: Record<'start' | 'reset' | 'tool' | 'stop', number>;
  errors: number;
};
