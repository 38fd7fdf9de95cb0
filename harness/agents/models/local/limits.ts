/**
 * The limits of an episode with local weights, which decide in place of time: a slow machine and a fast one play the same
 * attempt. `maxTokens`: output tokens of the episode. `turnTokens`: of one answer. `computeMs`: time in which the weights
 * compute in one episode. It is a limit of the harness, not of the task: an episode that reaches it is a `model_error`.
 */
export const localLimits = { maxTokens: 12_000, turnTokens: 1024, computeMs: 3_600_000 } as const;

/** The folder of stored answers below the folder of a run. */
export const localAnswers = 'local';
