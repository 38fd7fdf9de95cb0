import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from './budget.ts';
import { costOf, type Price, priceTable, toUsd, worstCostOf } from './prices.ts';
import type { Usage } from './usage.ts';

const price: Price = { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 };

test('a cost is exact to the last digit, whatever the parts', () => {
  expect(toUsd(costOf({ input: 1, output: 0, cacheRead: 1, cacheWrite: 1 }, price))).toBe(0.00000705);
  expect(toUsd(costOf({ input: 1234, output: 567, cacheRead: 89, cacheWrite: 10 }, price))).toBe(0.0122712);
});

test('a prompt beyond the threshold of its model is charged at the rates of long prompts, output included', () => {
  const haiku = priceTable.models['claude-haiku-5-5'] as Price;
  const usage = (input: number): Usage => ({ input, output: 100, cacheRead: 0, cacheWrite: 0 });
  expect(toUsd(costOf(usage(100_000), haiku))).toBe(0.01005);
  expect(toUsd(costOf(usage(100_001), haiku))).toBe(0.0502505);
});

test('the worst case takes the dearest rate that a prompt token can have', () => {
  expect(toUsd(worstCostOf(1_000_000, 0, price))).toBe(3.75);
  expect(toUsd(worstCostOf(0, 1_000_000, price))).toBe(15);
});

test('no price of the table is less for what costs more elsewhere', () => {
  for (const rates of Object.values(priceTable.models)) {
    expect(rates.output).toBeGreaterThan(rates.input);
    expect(rates.cacheRead).toBeLessThan(rates.input);
  }
});

const tokens = fc.nat(200_000);
const turn = fc.record({
  estimate: tokens,
  /** How the prompt is split: all of it is at most what was estimated. */
  written: fc.double({ min: 0, max: 1, noNaN: true }),
  read: fc.double({ min: 0, max: 1, noNaN: true }),
  outputTokens: fc.nat(4096),
  lost: fc.boolean(),
});
const rates = fc.record({
  input: fc.integer({ min: 0, max: 30_000_000 }).map((micro) => micro / 1e6),
  output: fc.integer({ min: 0, max: 200_000_000 }).map((micro) => micro / 1e6),
  cacheWrite: fc.integer({ min: 0, max: 40_000_000 }).map((micro) => micro / 1e6),
  cacheRead: fc.integer({ min: 0, max: 30_000_000 }).map((micro) => micro / 1e6),
});

test('no sequence of usages passes the cap, as long as no estimate is too low', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: 60 }),
      rates,
      fc.double({ min: 0.0001, max: 0.5, noNaN: true }),
      (turns, ofModel, capUsd) => {
        const budget = new Budget({ price: ofModel, capUsd, outputTokens: 4096 });
        let charged = 0;
        for (const { estimate, written, read, outputTokens, lost } of turns) {
          if (budget.reserve(estimate)) continue;
          const cacheWrite = Math.floor(estimate * written);
          const cacheRead = Math.floor((estimate - cacheWrite) * read);
          const usage = {
            input: estimate - cacheWrite - cacheRead,
            output: outputTokens,
            cacheRead,
            cacheWrite,
          };
          charged += costOf(usage, ofModel);
          if (lost) budget.lose();
          else expect(budget.charge(usage)).toBeNull();
        }
        expect(toUsd(charged)).toBeLessThanOrEqual(capUsd + 1e-12);
        expect(budget.account()?.usd).toBeLessThanOrEqual(capUsd + 1e-12);
      },
    ),
    { numRuns: 10_000 },
  );
}, 60_000);

test('a usage above its reservation is charged in full and said', () => {
  const budget = new Budget({ price, capUsd: 0.5, outputTokens: 100 });
  expect(budget.reserve(1000)).toBeNull();
  expect(budget.charge({ input: 2000, output: 100, cacheRead: 0, cacheWrite: 0 })).toBe(
    'a request cost 0.0075 USD, more than the 0.00525 that were reserved for it',
  );
  expect(budget.account()).toEqual({
    tokens: { input: 2000, output: 100, cacheRead: 0, cacheWrite: 0 },
    usd: 0.0075,
  });
});

test('what is not reported is held against the cap and makes the account unknown', () => {
  const budget = new Budget({ price, capUsd: 0.01, outputTokens: 100 });
  expect(budget.reserve(1000)).toBeNull();
  budget.chargeUnknown();
  expect(budget.account()).toBeNull();
  expect(budget.reserve(1000)).toMatch(/0\.00525 held for answers that were lost/);
});
