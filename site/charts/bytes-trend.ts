import { formatBytes } from '../words/format.ts';
import { defineChart } from './chart.ts';

export const bytesTrend = defineChart({
  id: 'bytes-trend',
  measure: 'responseBytes',
  title: 'Median response size',
  tick: formatBytes,
});
