import { definePageGatherer, each } from './gatherer.ts';

export const counts = definePageGatherer({
  kind: 'count',
  finds: 'all',
  emptyPage: (selectors) => ({ counts: each(selectors, { count: 0 }) }),
  held: (selectors, error) => ({ counts: each(selectors, { error }) }),
  inPage: (selectors) => {
    const countOf = (selector: string) => {
      try {
        return { count: document.querySelectorAll(selector).length };
      } catch {
        return { error: 'invalid selector' };
      }
    };
    return { counts: Object.fromEntries(selectors.map((selector) => [selector, countOf(selector)])) };
  },
});
