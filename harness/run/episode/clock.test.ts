import { expect, test, vi } from 'vitest';
import { Stopwatch } from './clock.ts';

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
