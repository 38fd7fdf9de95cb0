import { bytesTrend } from './bytes-trend.ts';
import { callsTrend } from './calls-trend.ts';
import type { Chart } from './chart.ts';
import { costTrend } from './cost-trend.ts';
import { durationTrend } from './duration-trend.ts';
import { scoreTrend } from './score-trend.ts';
import { taskDurations } from './task-durations.ts';

export const charts: readonly Chart[] = [
  scoreTrend,
  durationTrend,
  callsTrend,
  bytesTrend,
  costTrend,
  taskDurations,
];
