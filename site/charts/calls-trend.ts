import { formatCount } from '../words/format.ts';
import { defineChart } from './chart.ts';

export const callsTrend = defineChart({
  id: 'calls-trend',
  measure: 'toolCalls',
  title: 'Median tool calls',
  tick: formatCount,
  distances: [1, 2, 5, 10, 20, 50, 100],
});
