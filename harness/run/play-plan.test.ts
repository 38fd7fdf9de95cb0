import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spentUsd, TotalBudget } from './play-plan.ts';

test('all episodes together never may cost more than the total, however many are played at once', () => {
  const episode = fc.record({ parts: fc.double({ min: 0, max: 1, noNaN: true }), atOnce: fc.boolean() });
  fc.assert(
    fc.property(fc.array(episode, { maxLength: 40 }), (episodes) => {
      const total = new TotalBudget(2, 0.3);
      let [spent, held] = [0.3, 0];
      for (const { parts, atOnce } of episodes) {
        const fits = total.begin(0.5);
        expect(fits).toBe(spent + held + 0.5 <= 2 + 1e-9);
        if (!fits) continue;
        if (atOnce) held += 0.5;
        else {
          total.end(0.5, { usd: 0.5 * parts });
          spent += 0.5 * parts;
        }
      }
      expect(spent + held).toBeLessThanOrEqual(2 + 1e-6);
    }),
  );
});

test('what is not known, or only in part, counts as all that it might have been', () => {
  const total = new TotalBudget(1, 0);
  expect(total.begin(0.5)).toBe(true);
  total.end(0.5, { usd: null });
  expect(total.begin(0.5)).toBe(true);
  total.end(0.5, { usd: 0.1, costIsLowerBound: true });
  expect(total.begin(0.01)).toBe(false);
  expect(total.refusal).toBe(
    '--max-usd-total 1: 1 USD are spent or reserved, and the next episode may cost 0.01',
  );
  expect(new TotalBudget(null, 0).begin(1e6)).toBe(true);
});

test('a warm-up request counts towards the total; at an unknown cost, as all that an episode may cost', () => {
  const spent = (usd: number | null) => {
    const warmUp = { requests: 1, tokens: null, usd };
    // Of a run only these fields are read.
    const run = { warmUp, config: { limits: { maxUsd: 0.5 } }, episodes: [{ usd: 0.25 }, { usd: null }] };
    return spentUsd({ runs: [{ run }, { run: { ...run, warmUp: undefined } }] as never });
  };
  expect([spent(0.125), spent(null)]).toEqual([0.625, 1]);
});
