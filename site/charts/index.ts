import { measures } from '../../harness/results/measures/index.ts';
import type { Chart } from './chart.ts';
import { trendChart } from './trend-chart.ts';

/** The trend of each measure. */
export const charts: readonly Chart[] = measures.map(trendChart);
