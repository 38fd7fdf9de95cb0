import { milliseconds } from '../../harness/words/units.ts';
import { defineChart } from './chart.ts';

/** Every episode of one task, whatever came of it. */
export const taskDurations = defineChart({
  id: 'task-durations',
  measure: 'episodeMs',
  title: 'Duration of each episode',
  unit: milliseconds,
});
