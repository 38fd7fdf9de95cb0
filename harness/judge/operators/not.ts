import type { Outcome } from '../outcome.ts';
import { defineLogical } from './operator.ts';

/** An undecided child stays undecided. */
export const not = defineLogical({
  kind: 'not',
  summary: 'The child failed; an undecided child does not count.',
  passes: 'the child failed; an inconclusive child is not enough',
  over: 'child',
  inverts: true,
  takes: 'all',
  blames: 'itself',
  negative: true,
  decide: ([child = 'inconclusive']) => ({ outcome: inverse[child], decidedBy: 0 }),
  wanted: () => 'the child fails',
  weakened: (children) => children.map((child) => ({ name: 'not removed', clause: child })),
  // A forged page does not show what the clause forbids.
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
