/** What the bare script does of one task; `seed` is the world's. */
export type BareEpisode = {
  startUrl: string;
  seed: number | undefined;
  calls: readonly { tool: string; args: Record<string, unknown> }[];
};

/** Milliseconds by phase, and how many calls were answered with an error. */
export type BareOutcome = {
  phases: Record<'start' | 'reset' | 'tool' | 'stop', number>;
  errors: number;
};
