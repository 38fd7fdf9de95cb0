import { usDollars } from '../../platform/words/units.ts';
import { total } from './aggregate/aggregate.ts';
import { defineMeasure } from './measure.ts';

export const usd = defineMeasure({
  id: 'usd',
  title: 'Cost',
  unit: usDollars,
  names: { sort: 'cost', chart: 'Cost of a run' },
  better: 'less',
  of: ({ usd }: { usd: number | null }) => usd,
  aggregate: total,
  inEveryRun: true,
  // A replay uses no model, so its missing cost is not reported.
  expectedOf: ({ model }) => model !== null,
  // A page of two runs shows no other sum.
  leftOutOf: ['leaderboard', 'comparison'],
});
