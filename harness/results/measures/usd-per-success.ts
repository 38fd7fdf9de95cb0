import { usDollars } from '../../platform/words/units.ts';
import { perPass } from './aggregate/aggregate.ts';
import { defineMeasure } from './measure.ts';

/** What all episodes cost, for each that passed: the failed ones have to be paid too. */
export const usdPerSuccess = defineMeasure({
  id: 'usdPerSuccess',
  title: 'USD a success',
  unit: usDollars,
  names: { sort: 'usd-success', text: 'USD a success' },
  better: 'less',
  of: ({ usd }: { usd: number | null; success: boolean }) => usd,
  aggregate: perPass,
  expectedOf: ({ model }) => model !== null,
  // It changes with the cost or with the score, and these are told.
  leftOutOf: ['comparison', 'documents', 'changes'],
});
