import { defineChart } from './chart.ts';
import { durationTicks } from './duration-ticks.ts';

export const durationTrend = defineChart({
  id: 'duration-trend',
  measure: 'durationMs',
  title: 'Median duration of an episode',
  ...durationTicks,
});
