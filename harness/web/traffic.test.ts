import { expect, test } from 'vitest';
import { Traffic } from './traffic.ts';

test('it freezes when no request is open, and counts those that come later', async () => {
  const traffic = new Traffic();
  const request = traffic.begin();
  const frozen = traffic.freeze({ stillMs: 20, limitMs: 60_000 });
  expect(traffic.isFrozen).toBe(false);
  request?.end();
  expect(await frozen).toBe('quiet');
  expect([traffic.begin(), traffic.begin(), traffic.late]).toEqual([null, null, 2]);
});

test('a request that stays open is waited for no longer than the limit, and told', async () => {
  const traffic = new Traffic();
  void traffic.begin()?.inHost(() => new Promise(() => {}));
  expect(await traffic.freeze({ stillMs: 20, limitMs: 50 })).toBe('host');
  expect(traffic.begin()).toBeNull();
});

test('a request that ended twice was one', async () => {
  const traffic = new Traffic();
  const [first] = [traffic.begin(), traffic.begin()];
  first?.end();
  first?.end();
  expect(await traffic.freeze({ stillMs: 10, limitMs: 30 })).toBe('browser');
});

test('one that asks on and on, or reads no answer, is the browser; each of its requests was answered at once', async () => {
  const [asking, reading] = [new Traffic(), new Traffic()];
  const ask = async () => {
    for (let request = asking.begin(); request; request = asking.begin()) {
      await request.inHost(() => 'at once');
      request.end();
      await new Promise(setImmediate);
    }
  };
  await reading.begin()?.inHost(() => 'a long answer');
  const frozen = [asking, reading].map((each) => each.freeze({ stillMs: 200, limitMs: 100 }));
  await ask();
  expect(await Promise.all(frozen)).toEqual(['browser', 'browser']);
});
