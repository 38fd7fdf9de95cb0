import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Deadline, Stopwatch, TimeUp } from './clock.ts';

afterEach(() => vi.useRealTimers());

test('no time is less than nothing, however long the clock takes to be read', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 3;
    return now;
  });
  const watch = new Stopwatch();
  expect(watch.pausedMs()).toBe(0);
  watch.pause();
  await watch.time('tool', async () => {});
  expect(watch.phases().tool).toBe(0);
  const paused = watch.pausedMs();
  watch.resume();
  expect(paused).toBeGreaterThan(0);
  expect(watch.workedMs() + watch.pausedMs()).toBeGreaterThanOrEqual(paused);
  clock.mockRestore();
});

test('what is done aside is neither worked nor paused, and of no phase', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const watch = new Stopwatch();
  now = 10;
  await watch.aside(async () => {
    now = 110;
  });
  await watch.time('tool', async () => {
    now = 115;
  });
  expect([watch.workedMs(), watch.pausedMs(), watch.phases().tool]).toEqual([15, 0, 5]);
  clock.mockRestore();
});

test('what is done aside while the watch is paused is counted once', async () => {
  vi.useFakeTimers();
  const watch = new Stopwatch();
  vi.advanceTimersByTime(10);
  watch.pause();
  const aside = watch.aside(async () => {
    vi.advanceTimersByTime(100);
    watch.resume();
    vi.advanceTimersByTime(30);
    watch.pause();
  });
  await aside;
  vi.advanceTimersByTime(5);
  expect([watch.workedMs(), watch.pausedMs(), watch.elapsedMs()]).toEqual([10, 5, 15]);
});

test('no pause stops the time of an agent that acts', () => {
  vi.useFakeTimers();
  const watch = new Stopwatch();
  watch.pause();
  {
    using _acting = watch.acting();
    vi.advanceTimersByTime(20);
    watch.pause();
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(7);
  expect([watch.workedMs(), watch.pausedMs()]).toEqual([40, 7]);
});

const change = fc.constantFrom('pause', 'resume', 'act', 'rest', 'aside', 'wait');

test('each moment is one of worked, paused and aside, and the limit is of what was worked', () => {
  vi.useFakeTimers();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(change, fc.nat(50))),
      fc.integer({ min: 1, max: 300 }),
      (changes, limitMs) => {
        const watch = new Stopwatch();
        using deadline = new Deadline(limitMs, new AbortController().signal, watch);
        const acts: Disposable[] = [];
        const asides: (() => void)[] = [];
        let expected = { worked: 0, paused: 0 };
        let isPaused = false;
        for (const [what, ms] of changes) {
          if (what === 'pause' || what === 'resume') {
            watch[what]();
            isPaused = what === 'pause';
          } else if (what === 'act') acts.push(watch.acting());
          else if (what === 'rest') acts.pop()?.[Symbol.dispose]();
          else if (what === 'aside')
            void watch.aside(() => new Promise<void>((resolve) => asides.push(resolve)));
          vi.advanceTimersByTime(ms);
          if (asides.length > 0) continue;
          const { worked, paused } = expected;
          expected =
            isPaused && acts.length === 0 ? { worked, paused: paused + ms } : { worked: worked + ms, paused };
        }
        expect([watch.workedMs(), watch.pausedMs()]).toEqual([expected.worked, expected.paused]);
        expect(deadline.signal.aborted).toBe(expected.worked >= limitMs);
        for (const act of acts) act[Symbol.dispose]();
        for (const end of asides) end();
      },
    ),
  );
});

test('what was open when the time was up is named, with how long', async () => {
  vi.useFakeTimers();
  using deadline = new Deadline(60_000, new AbortController().signal, new Stopwatch());
  await vi.advanceTimersByTimeAsync(2000);
  const call = deadline.race(new Promise(() => {}), 'the server had not answered write');
  const failed = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(58_000);
  const open = 'the server had not answered write for 58 s when the time was up';
  expect(await failed).toEqual(new TimeUp('60000 ms are over', open));
  expect(await failed).toMatchObject({ open });
});
