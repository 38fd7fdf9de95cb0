import { share } from '../../platform/words/units.ts';
import { share as shareOf } from './aggregate/share.ts';
import { defineMeasure } from './measure.ts';

/** Every episode counts in the denominator, whatever its status. */
export const score = defineMeasure({
  id: 'score',
  title: 'Passed',
  unit: share,
  names: { sort: 'passed', text: 'score', terminal: 'passed' },
  better: 'more',
  of: ({ success }: { success: boolean; taskId: string }) => Number(success),
  aggregate: shareOf({ passed: 'passed', total: 'total', rate: 'rate' }),
  inEveryRun: true,
  orders: () => true,
  // The comparison itself is by score.
  leftOutOf: ['comparison'],
});
