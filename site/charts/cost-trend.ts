import { formatUsd } from '../words/format.ts';
import { defineChart } from './chart.ts';

export const costTrend = defineChart({
  id: 'cost-trend',
  measure: 'usd',
  title: 'Cost of a run',
  tick: formatUsd,
});
