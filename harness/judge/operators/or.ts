import { defineLogical } from './operator.ts';

/** A decided pass decides, even beside an inconclusive child. */
export const or = defineLogical({
  kind: 'or',
  summary: 'At least one child passes.',
  passes: 'at least one child passes',
  over: 'children',
  inverts: false,
  takes: 'one',
  blames: 'itself',
  negative: false,
  decide: (outcomes) => {
    for (const outcome of ['passed', 'inconclusive'] as const) {
      const decidedBy = outcomes.indexOf(outcome);
      if (decidedBy >= 0) return { outcome, decidedBy };
    }
    return { outcome: 'failed', decidedBy: null };
  },
  wanted: (children) => `at least one of ${children} passes`,
  weakened: () => [],
  forged: (children) => children.slice(0, 1),
  holds: ['inconclusive', 'failed', 'passed'],
  fails: ['failed', 'failed'],
  undecided: ['failed', 'inconclusive'],
});
