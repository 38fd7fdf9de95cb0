import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { whole, words } from '../clause-fields.ts';
import { counts, readCount } from '../fact-kinds/counts.ts';
import { defineOperator } from './operator.ts';

const ComparisonOp = z.enum(['eq', 'gte', 'lte'], 'must be one of eq, gte, lte');
type ComparisonOp = z.infer<typeof ComparisonOp>;

/** Counts hidden elements too; a selector without a match counts 0. */
export const domCount = defineOperator({
  kind: 'dom_count',
  summary: 'The number of matching elements satisfies the comparison.',
  passes: 'the number of matching elements, including hidden elements, satisfies the comparison',
  fields: { selector: words(), op: ComparisonOp, value: whole(0) },
  selectors: ['selector'],
  notes: { op: '`eq`, `gte`, `lte`', value: '0 or more' },
  facts: [counts],
  evidence: {
    selector: z.string(),
    op: ComparisonOp,
    wanted: z.int().nonnegative(),
    observed: z.int().nonnegative().nullable(),
  },
  seenAfterReload: true,
  needs: ({ selector }) => [{ count: selector }],
  negative: ({ op, value }) => compare(0, op, value),
  judge: ({ selector, op, value }, facts) => {
    const asked = { kind: 'dom_count', selector: clip(selector, 512), op, wanted: value } as const;
    const read = readCount(facts, selector);
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    return { ...asked, outcome: compare(read.value, op, value) ? 'passed' : 'failed', observed: read.value };
  },
  wanted: ({ selector, op, value }) => `${inWords[op]} ${value} of ${clip(selector, 110)}`,
  observed: ({ observed }) => `${observed} matching elements`,
  weakened: (clause) => {
    const { op, value } = clause;
    const change = (to: 'gte' | 'lte', limit: number) => ({
      name: `${to} ${limit} instead of ${op} ${value}`,
      clause: { ...clause, op: to, value: limit },
    });
    if (op === 'gte') return value === 0 ? [] : [change('gte', value - 1)];
    if (op === 'lte') return [change('lte', value + 1)];
    return value === 0 ? [change('gte', 0)] : [change('gte', value), change('lte', value)];
  },
  broken: ({ selector, op, value }, { counts }) => {
    if (!Object.hasOwn(counts, selector)) return [];
    const counted = (name: string, count: number) => ({
      name,
      change: { counts: { ...counts, [selector]: { count } } },
    });
    return [
      ...(op === 'gte' ? [] : [counted('one too many', value + 1)]),
      ...(op === 'lte' || value === 0 ? [] : [counted('one too few', value - 1)]),
    ];
  },
  held: ({ selector, value }, { counts }) => [{ counts: { ...counts, [selector]: { count: value } } }],
  forged: ({ selector, value }) => ({ counts: [{ selector, value }] }),
  drawn: {
    selector: ['body', 'h1', 'constructor', '.infobox'],
    op: ComparisonOp.options,
    value: [0, 1, 2, 3],
  },
  holds: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { count: 1 } } }],
  fails: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { count: 2 } } }],
  undecided: [{ selector: 'h1', op: 'eq', value: 1 }, { counts: { h1: { error: 'a dialog is open' } } }],
});

const inWords: Record<ComparisonOp, string> = { eq: 'exactly', gte: 'at least', lte: 'at most' };

function compare(observed: number, op: ComparisonOp, value: number): boolean {
  if (op === 'eq') return observed === value;
  return op === 'gte' ? observed >= value : observed <= value;
}
