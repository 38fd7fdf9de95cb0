import type { Outcome } from '../verdict.ts';
import { defineLogical } from './operator.ts';

/** What could not be decided is not inverted. */
export const not = defineLogical({
  kind: 'not',
  summary: 'The child was decided and failed.',
  over: 'child',
  blames: 'itself',
  negative: true,
  decide: ([child = 'inconclusive']) => ({ outcome: inverse[child], decidedBy: 0 }),
  wanted: () => 'the child fails',
  holds: ['failed'],
  fails: ['passed'],
  undecided: ['inconclusive'],
});

const inverse: Record<Outcome, Outcome> = {
  passed: 'failed',
  failed: 'passed',
  inconclusive: 'inconclusive',
};
