import { whole, words } from '../clause-fields.ts';
import { clip } from '../clip.ts';
import { ComparisonOp } from '../verdict.ts';
import { defineOperator } from './operator.ts';

/** Counts hidden elements too; a selector that matches nothing counts 0. */
export const domCount = defineOperator({
  kind: 'dom_count',
  summary: 'The number of matching elements compares as asked.',
  fields: { selector: words(), op: ComparisonOp, value: whole(0) },
  seenAfterReload: true,
  needs: ({ selector }) => [{ count: selector }],
  negative: ({ op, value }) => compare(0, op, value),
  judge: ({ selector, op, value }, facts) => {
    const asked = { kind: 'dom_count', selector: clip(selector, 512), op, wanted: value } as const;
    const read = facts.count(selector);
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    return { ...asked, outcome: compare(read.value, op, value) ? 'passed' : 'failed', observed: read.value };
  },
  wanted: ({ selector, op, value }) => `${inWords[op]} ${value} of ${clip(selector, 110)}`,
  observed: ({ observed }) => `${observed} matching elements`,
  holds: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { count: 1 } } }],
  fails: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { count: 2 } } }],
  undecided: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { error: 'a dialog is open' } } }],
});

const inWords: Record<ComparisonOp, string> = { eq: 'exactly', gte: 'at least', lte: 'at most' };

function compare(observed: number, op: ComparisonOp, value: number): boolean {
  if (op === 'eq') return observed === value;
  return op === 'gte' ? observed >= value : observed <= value;
}
