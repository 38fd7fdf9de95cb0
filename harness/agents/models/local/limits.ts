/**
 * The limits of an episode with local weights, which decide in place of time: a slow machine and a fast one play the same
 * attempt. `maxTokens`: output tokens of the episode. `turnTokens`: of one answer.
 */
export const localLimits = { maxTokens: 12_000, turnTokens: 1024 } as const;

/** The folder of stored answers below the folder of a run. */
export const localAnswers = 'local';
