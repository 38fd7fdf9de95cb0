import { taskCaps } from '../task/task-caps.ts';

/** What a model may use at the most; flags and tasks lower it and never raise it. */
export const modelCaps = {
  maxToolCalls: 50,
  maxTokensPerTurn: 4096,
  maxUsdPerTask: taskCaps.maxUsd,
} as const;
