import type { Measure } from '../../harness/results/measures/index.ts';
import { type Chart, defineChart } from './chart.ts';

/** The chart of a measure over the commits: its column of the table has the measure's id. */
export function trendChart({ id, names, unit }: Measure): Chart {
  return defineChart({ id: `${names.sort}-trend`, measure: id, title: names.chart, unit });
}
