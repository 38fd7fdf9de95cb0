import { defineLogical } from './operator.ts';

/** A decided failure decides, even beside an inconclusive child. */
export const and = defineLogical({
  kind: 'and',
  summary: 'Every child passes.',
  over: 'children',
  blames: 'child',
  negative: false,
  decide: (outcomes) => {
    for (const outcome of ['failed', 'inconclusive'] as const) {
      const decidedBy = outcomes.indexOf(outcome);
      if (decidedBy >= 0) return { outcome, decidedBy };
    }
    return { outcome: 'passed', decidedBy: null };
  },
  wanted: (children) => `all of ${children} pass`,
  holds: ['passed', 'passed'],
  fails: ['inconclusive', 'passed', 'failed'],
  undecided: ['passed', 'inconclusive'],
});
