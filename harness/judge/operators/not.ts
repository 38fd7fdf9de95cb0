import type { Outcome } from '../outcome.ts';
import { defineLogical } from './operator.ts';

/** What could not be decided is not inverted. */
export const not = defineLogical({
  kind: 'not',
  summary: 'The child was decided and failed.',
  passes: 'the child was decided and failed',
  over: 'child',
  inverts: true,
  takes: 'all',
  blames: 'itself',
  negative: true,
  decide: ([child = 'inconclusive']) => ({ outcome: inverse[child], decidedBy: 0 }),
  wanted: () => 'the child fails',
  weakened: (children) => children.map((child) => ({ name: 'not removed', clause: child })),
  // What it forbids is left as the page has it.
  forged: () => [],
  holds: ['failed'],
  fails: ['passed'],
  undecided: ['inconclusive'],
});

const inverse: Record<Outcome, Outcome> = {
  passed: 'failed',
  failed: 'passed',
  inconclusive: 'inconclusive',
};
