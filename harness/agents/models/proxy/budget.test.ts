import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from './budget.ts';
import type { Usage } from './prices.ts';
import { costOf, type Price, priceTable, toPico, toUsd } from './prices.ts';

const price: Price = { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 };
const usage = (changes: Partial<Usage>): Usage => ({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  ...changes,
});

function hold(budget: Budget, usd: number) {
  const held = budget.hold(toPico(usd));
  if ('refused' in held) throw new Error(held.refused);
  return held;
}

test('a cost is exact to the last digit for any parts', () => {
  expect(toUsd(costOf(usage({ input: 1, cacheRead: 1, cacheWrite: 1 }), price))).toBe(0.00000705);
  expect(toUsd(costOf({ input: 1234, output: 567, cacheRead: 89, cacheWrite: 10 }, price))).toBe(0.0122712);
});

test('a prompt above the threshold of its model is charged at long prompt rates, including output', () => {
  const haiku = priceTable.models['claude-haiku-5-5'] as Price;
  expect(toUsd(costOf(usage({ input: 100_000, output: 100 }), haiku))).toBe(0.01005);
  expect(toUsd(costOf(usage({ input: 100_001, output: 100 }), haiku))).toBe(0.0502505);
});

test('in every model of the table output costs more than input, and cache reads less', () => {
  for (const rates of Object.values(priceTable.models)) {
    expect(rates.output).toBeGreaterThan(rates.input);
    expect(rates.cacheRead).toBeLessThan(rates.input);
  }
});

const request = fc.record({
  expected: fc.double({ min: 0, max: 0.3, noNaN: true }),
  /** The cost as a factor of the expected cost. */
  miss: fc.double({ min: 0, max: 4, noNaN: true }),
  end: fc.constantFrom('charged', 'unknown', 'cut', 'released'),
});

test('a request is refused exactly if spent and expected cost exceed the cap; only wrong estimates exceed it', () => {
  const capUsd = 0.5;
  const perToken = toPico(1) / 1e6;
  fc.assert(
    fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
      const budget = new Budget(capUsd);
      let [counted, spent, missed] = [0, 0, 0];
      for (const { expected, miss, end } of requests) {
        const asked = toPico(expected);
        const held = budget.hold(asked);
        expect('refused' in held).toBe(counted + asked > toPico(capUsd));
        if ('refused' in held) continue;
        const tokens = Math.floor((asked * miss) / perToken);
        if (end === 'charged') {
          const cost = budget.charge(held, usage({ input: tokens }), {
            input: 1,
            output: 1,
            cacheRead: 1,
            cacheWrite: 1,
          });
          if (cost === null) throw new Error('its price is known');
          counted += cost;
          spent += cost;
          missed = Math.max(missed, cost - asked);
        } else if (end === 'released') budget.release(held);
        else {
          counted += asked;
          if (end === 'unknown') budget.chargeUnknown(held);
          else budget.cut(held, null, price);
        }
        expect(spent).toBeLessThanOrEqual(toPico(capUsd) + missed);
        expect(toPico(budget.account().overshootUsd)).toBeLessThanOrEqual(Math.ceil(missed));
      }
    }),
    { numRuns: 1000 },
  );
});

test('an answer above the expected cost is charged in full and does not end the episode by itself', () => {
  const budget = new Budget(0.5);
  budget.charge(hold(budget, 0.01), usage({ input: 100_000 }), price);
  expect(budget.account()).toMatchObject({ usd: 0.3, requests: 1, isLowerBound: false, overshootUsd: 0 });
  expect(budget.hold(toPico(0.2))).toEqual({ expected: toPico(0.2) });
});

test('unreported usage stays reserved from the cap and makes the account unknown', () => {
  const budget = new Budget(0.01);
  budget.chargeUnknown(hold(budget, 0.006));
  expect(budget.account()).toMatchObject({ tokens: null, usd: null });
  expect(budget.hold(toPico(0.006))).toEqual({
    refused:
      'the next request would cost about 0.006 USD; 0 of 0.01 are spent, 0.006 reserved for answers without usage',
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('a cost of %s and a cap of it are refused', (cost) => {
  const budget = new Budget(0.5);
  expect(budget.hold(cost)).toEqual({
    refused: expect.stringContaining(`got ${cost}; expected an amount`),
  });
  expect(() => new Budget(cost)).toThrow('expected an amount in USD');
  const held = hold(budget, 0.3);
  expect(budget.charge(held, usage({ input: 1 }), { ...price, input: cost })).toBeNull();
  // The reservation stays, so that the cap is kept, and the account is unknown.
  expect(budget.hold(toPico(0.3))).toMatchObject({ refused: expect.stringContaining('0.3 reserved') });
  expect(budget.account()).toMatchObject({
    usd: null,
    unpriced: expect.stringContaining('expected an amount'),
  });
});

test('reported usage is charged, and the rest of the expected cost stays reserved', () => {
  const budget = new Budget(1);
  const partial = { ...usage({ input: 100_000 }), unsaid: ['completion_tokens'] };
  expect(budget.charge(hold(budget, 0.5), partial, price)).toBeNull();
  expect(budget.account()).toMatchObject({
    usd: null,
    unpriced: 'an answer has no count of completion_tokens',
  });
  expect(budget.hold(toPico(0.51))).toEqual({
    refused:
      'the next request would cost about 0.51 USD; 0.3 of 1 are spent, 0.2 reserved for answers without usage',
  });
});

test('a token written for an hour costs twice the input rate, and a tier multiplies everything', () => {
  const writes = usage({ cacheWrite: 1000 });
  expect(toUsd(costOf({ ...writes, hourWrite: 400 }, price))).toBe((600 * 3.75 + 400 * 6) / 1e6);
  expect(toUsd(costOf({ ...writes, factor: 0.5 }, price))).toBe((500 * 3.75) / 1e6);
});

test('a cut-off answer makes the account a lower bound, or unknown without any other usage', () => {
  const budget = new Budget(1);
  const open = hold(budget, 0.1);
  expect(budget.account()).toMatchObject({ usd: null, tokens: null, isLowerBound: true });
  budget.cut(open, null, price);
  expect(budget.account()).toMatchObject({ usd: null, isLowerBound: true });
  budget.charge(hold(budget, 0.1), usage({ input: 1000 }), price);
  expect(budget.account()).toMatchObject({ usd: 0.003, isLowerBound: true });
  budget.cut(hold(budget, 0.1), usage({ input: 1000 }), price);
  expect(budget.account()).toMatchObject({ usd: 0.006, tokens: { input: 2000 }, isLowerBound: true });
});
