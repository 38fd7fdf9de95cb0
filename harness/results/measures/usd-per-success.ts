import { usDollars } from '../../platform/words/units.ts';
import { perPass } from './aggregate/aggregate.ts';
import { defineMeasure } from './measure.ts';

/** The cost of all episodes divided by the number that passed, because failed episodes cost money too. */
export const usdPerSuccess = defineMeasure({
  id: 'usdPerSuccess',
  title: 'USD a success',
  unit: usDollars,
  names: { sort: 'usd-success', text: 'USD a success' },
  better: 'less',
  of: ({ usd }: { usd: number | null; success: boolean }) => usd,
  aggregate: perPass,
  expectedOf: ({ model }) => model !== null,
  // It changes only with the cost or the score, which are both reported.
  leftOutOf: ['comparison', 'documents', 'changes'],
});
