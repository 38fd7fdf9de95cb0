import { taskCaps } from '../../task/task-caps.ts';

/** What a model may use where no flag says otherwise, and the most that a flag may say. */
export const modelCaps = {
  /** Output tokens of one answer, thinking included. */
  defaultTokens: 16_384,
  limitTokens: 32_768,
  /** Of one task. */
  defaultUsd: taskCaps.maxUsd,
  limitUsd: 5,
} as const;
