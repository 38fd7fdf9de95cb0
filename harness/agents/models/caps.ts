import { taskCaps } from '../../task/task-caps.ts';

/** The default limits of a model's usage, and the highest values for flags. */
export const modelCaps = {
  /** Output tokens of one answer, thinking included. */
  defaultTokens: 16_384,
  limitTokens: 32_768,
  /** Tokens of a model's context. */
  leastContext: 1024,
  limitContext: 100_000_000,
  limitTemperature: 2,
  /** APIs accept seeds of 31 bits, less the highest number of trials. */
  limitSeed: 2 ** 31 - 101,
  /** The budget of one task. */
  defaultUsd: taskCaps.maxUsd,
  limitUsd: 5,
} as const;
