import { expect, test } from 'vitest';
import { untilGivenUp } from './read-page.ts';

const limits = { answerMs: 5, busyMs: 750, pollMs: 1, longestMs: 60_000 };

/** Pages with this CPU time between two checks; the reading is answered after `looks` checks. */
async function outcome(perLook: number, looks: number, longestMs = limits.longestMs): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let looked = 0;
  const pagesMs = async () => {
    looked += 1;
    if (looked === looks) resolve('read');
    return looked * perLook;
  };
  return untilGivenUp({ pagesMs, isHeld: () => false }, promise, { ...limits, longestMs }).catch(
    (error: Error) => error.message,
  );
}

test.each([
  ['a page that works all the time', 240, 1000, 'the page gave no answer for 5 ms'],
  ['one that works all the time on a busy machine', 20, 1000, 'the page gave no answer for 5 ms'],
  ['one that the machine lets wait', 2, 100, 'read'],
])('%s', async (_, perLook, looks, end) => {
  expect(await outcome(perLook, looks)).toBe(end);
});

test('a page that is blocked without CPU use is given up at the last limit', async () => {
  expect(await outcome(0, 1e6, 50)).toBe('the page gave no answer for 50 ms');
});

test('a page that crashed or has an open dialog is not waited for', async () => {
  const held = { pagesMs: async () => 0, isHeld: () => true };
  await expect(untilGivenUp(held, new Promise(() => {}), limits)).rejects.toThrow('for 5 ms');
});
