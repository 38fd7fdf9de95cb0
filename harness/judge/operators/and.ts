import { defineLogical } from './operator.ts';

/** A decided failure decides, even beside an inconclusive child. */
export const and = defineLogical({
  kind: 'and',
  summary: 'Every child passes.',
  passes: 'every child passes',
  over: 'children',
  inverts: false,
  takes: 'all',
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
  weakened: (children) =>
    children.length === 1 ? [] : [{ name: 'or instead of and', clause: { kind: 'or', children } }],
  forged: (children) => children,
  holds: ['passed', 'passed'],
  fails: ['inconclusive', 'passed', 'failed'],
  undecided: ['passed', 'inconclusive'],
});
