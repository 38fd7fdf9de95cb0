import { expect, test } from 'vitest';
import { Turns } from './active-runs.ts';

const never = new AbortController().signal;

/** Takes a turn; `log` is what was told, then `began`, or why not. */
function takerOf(turns: Turns, signal = never) {
  const log: unknown[] = [];
  const taken = turns
    .take(signal, (before) => log.push(before))
    .then(
      (giveBack) => {
        log.push('began');
        return giveBack;
      },
      (error) => {
        log.push(error);
        return () => {};
      },
    );
  return { log, taken };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('up to the limit have their turn at once, the others in the order of their requests', async () => {
  const turns = new Turns(2);
  const [a, b, c, d] = [0, 1, 2, 3].map(() => takerOf(turns));
  await settled();
  expect([a, b, c, d].map((taker) => taker?.log)).toEqual([['began'], ['began'], [0], [1]]);
  expect(turns.waiting).toBe(2);
  (await b?.taken)?.();
  await settled();
  expect([c?.log, d?.log]).toEqual([
    [0, 'began'],
    [1, 0],
  ]);
  (await a?.taken)?.();
  (await c?.taken)?.();
  await settled();
  expect(d?.log).toEqual([1, 0, 'began']);
  (await d?.taken)?.();
  // All turns came back: two may begin at once again.
  const [e, f, g] = [0, 1, 2].map(() => takerOf(turns));
  await settled();
  expect([e?.log, f?.log, g?.log]).toEqual([['began'], ['began'], [0]]);
});

test('a waiter that leaves the queue gets no turn, and those behind it move up', async () => {
  const turns = new Turns(1);
  const first = takerOf(turns);
  const abort = new AbortController();
  const leaving = takerOf(turns, abort.signal);
  const last = takerOf(turns);
  abort.abort('tired');
  await settled();
  expect([leaving.log, last.log, turns.waiting]).toEqual([[0, 'tired'], [1, 0], 1]);
  (await first.taken)();
  await settled();
  expect(last.log).toEqual([1, 0, 'began']);
  // An abort after the turn began is no matter of the line.
  const late = takerOf(turns, AbortSignal.abort('before'));
  await settled();
  expect(late.log).toEqual(['before']);
});
