import { expect, test } from 'vitest';
import { Traffic } from './traffic.ts';

test('it freezes when no request is open, and counts those that come later', async () => {
  const traffic = new Traffic();
  const end = traffic.begin();
  const frozen = traffic.freeze({ stillMs: 20, limitMs: 60_000 });
  expect(traffic.isFrozen).toBe(false);
  end?.();
  expect(await frozen).toBe(true);
  expect([traffic.begin(), traffic.begin(), traffic.late]).toEqual([null, null, 2]);
});

test('a request that stays open is waited for no longer than the limit, and told', async () => {
  const traffic = new Traffic();
  traffic.begin();
  expect(await traffic.freeze({ stillMs: 20, limitMs: 50 })).toBe(false);
  expect(traffic.begin()).toBeNull();
});

test('a request that ended twice was one', async () => {
  const traffic = new Traffic();
  const [first] = [traffic.begin(), traffic.begin()];
  first?.();
  first?.();
  expect(await traffic.freeze({ stillMs: 10, limitMs: 30 })).toBe(false);
});
