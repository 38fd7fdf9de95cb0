import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { notCollected, type PageState, type Reading, readPageState } from '../page-state.ts';
import { defineFactKind, ownFact } from './fact-kind.ts';

const CountFact = z.union([
  z.strictObject({ count: z.int().nonnegative() }),
  z.strictObject({ error: z.string() }),
]);
type Counts = { counts: Record<string, z.infer<typeof CountFact>> };

/** How many elements match a selector. */
export const counts = defineFactKind({
  name: 'count',
  asked: 'each',
  shape: { counts: z.record(z.string(), CountFact) },
  nothing: { counts: {} },
  compact: ({ counts }, clauses: readonly { selector: string }[]) => {
    const selectors = new Set(clauses.map(({ selector }) => selector));
    const kept = Object.entries(counts).filter(([selector]) => selectors.has(selector));
    return {
      counts: Object.fromEntries(
        kept.map(([selector, count]) => [
          selector,
          'error' in count ? { error: clip(count.error, 240) } : count,
        ]),
      ),
    };
  },
});

export function readCount(facts: Counts & PageState, selector: string): Reading<number> {
  return readPageState(facts, () => {
    const count = ownFact(facts.counts, selector);
    if (count === undefined) return notCollected(`count of ${selector}`);
    return 'error' in count ? { reason: count.error } : { value: count.count };
  });
}
