import { taskCaps } from '../../task/task-caps.ts';

/** What a model may use where no flag says otherwise, and the most that a flag may say. */
export const modelCaps = {
  /** Output tokens of one answer, thinking included. */
  maxTokensPerTurn: 16_384,
  mostTokensPerTurn: 32_768,
  maxUsdPerTask: taskCaps.maxUsd,
  mostUsdPerTask: 5,
} as const;
