import { expect, test } from 'vitest';
import { Traffic } from './traffic.ts';

test('it freezes when no request is open, and counts later requests', async () => {
  const traffic = new Traffic();
  const request = traffic.begin();
  const frozen = traffic.freeze({ stillMs: 20, limitMs: 60_000 });
  expect(traffic.isFrozen).toBe(false);
  request?.end();
  expect(await frozen).toBe('quiet');
  expect([traffic.begin(), traffic.begin(), traffic.late]).toEqual([null, null, 2]);
});

test('the wait for an open request ends at the limit, and the result names it', async () => {
  const traffic = new Traffic();
  void traffic.begin()?.inHost(() => new Promise(() => {}));
  expect(await traffic.freeze({ stillMs: 20, sameMs: 10, limitMs: 150 })).toBe('host');
  expect(traffic.begin()).toBeNull();
});

test('a request that ends twice counts once', async () => {
  const traffic = new Traffic();
  const [first] = [traffic.begin(), traffic.begin()];
  first?.end();
  first?.end();
  expect(await traffic.freeze({ stillMs: 10, limitMs: 30 })).toBe('browser');
});

/** Sends requests repeatedly, each answered at once, until the web is frozen. */
async function ask(traffic: Traffic, host = () => {}): Promise<void> {
  for (let request = traffic.begin(); request; request = traffic.begin()) {
    await request.inHost(host);
    request.end();
    await new Promise(setImmediate);
  }
}

test('a page that polls without changes is quiet; a page whose requests change something is not', async () => {
  const [polling, listening, writing] = [new Traffic(), new Traffic(), new Traffic()];
  await listening.begin()?.inHost(() => 'the beginning of a stream');
  const rows: string[] = [];
  const limits = { stillMs: 200, sameMs: 100, limitMs: 60_000 };
  const frozen = [
    polling.freeze(limits),
    listening.freeze(limits),
    writing.freeze({ ...limits, limitMs: 600, state: () => rows.join('') }),
  ];
  const asking = [ask(polling), ask(writing, () => void rows.push('x'))];
  expect(await Promise.all(frozen)).toEqual(['quiet', 'quiet', 'browser']);
  await Promise.all(asking);
});

test('an unfinished request is waited for beside those of a page that polls', async () => {
  const traffic = new Traffic();
  const slow = traffic.begin();
  const asking = ask(traffic);
  expect(await traffic.freeze({ stillMs: 20, sameMs: 20, limitMs: 200 })).toBe('browser');
  slow?.end();
  await asking;
});

test('if the state is too large for a string, the web does not count as unchanged', async () => {
  const traffic = new Traffic();
  const state = () => {
    throw new RangeError('Invalid string length');
  };
  void ask(traffic);
  expect(await traffic.freeze({ stillMs: 50, sameMs: 10, limitMs: 150, state })).toBe('browser');
});
