import { defineChart } from './chart.ts';
import { durationTicks } from './duration-ticks.ts';

/** Every episode of one task, whatever came of it. */
export const taskDurations = defineChart({
  id: 'task-durations',
  measure: 'episodeMs',
  title: 'Duration of each episode',
  ...durationTicks,
});
