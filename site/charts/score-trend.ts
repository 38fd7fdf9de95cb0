import { defineChart } from './chart.ts';

/** The share of episodes whose contract held. */
export const scoreTrend = defineChart({
  id: 'score-trend',
  measure: 'score',
  title: 'Passed',
  tick: (share) => `${Math.round(share * 100)} %`,
  max: 1,
});
