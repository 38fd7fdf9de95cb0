import type { Chart } from './chart.ts';
import { taskDurations } from './task-durations.ts';
import { trendCharts } from './trend-charts.ts';

export const charts: readonly Chart[] = [...trendCharts, taskDurations];
