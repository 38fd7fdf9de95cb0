import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceTable } from '../../agents/models/proxy/prices.ts';
import { expectedUsd } from './planned-costs.ts';

const price = { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 };

test('an episode without calls is one request: the prompt written to the cache, and an answer', () => {
  expect(expectedUsd([], price)).toBeCloseTo((8000 * 2.5 + 350 * 10) / 1e6, 12);
});

test('a call adds its answer and the turn before it, and reads the rest from the cache', () => {
  const first = 8000 * 2.5 + 350 * 10;
  const second = (1000 + 350) * 2.5 + 8000 * 0.2 + 350 * 10;
  expect(expectedUsd([2600], price)).toBeCloseTo((first + second) / 1e6, 12);
});

test('more calls and longer answers never cost less, with any model of the table', () => {
  const bytes = fc.array(fc.nat(60_000), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(bytes, fc.constantFrom(...Object.values(priceTable.models)), (answers, rates) => {
      const usd = expectedUsd(answers, rates);
      expect(expectedUsd(answers.slice(1), rates)).toBeLessThan(usd);
      expect(expectedUsd([...answers.slice(1), (answers[0] ?? 0) + 26], rates)).toBeGreaterThan(
        expectedUsd([...answers.slice(1), answers[0] ?? 0], rates),
      );
    }),
    { numRuns: 50 },
  );
});
