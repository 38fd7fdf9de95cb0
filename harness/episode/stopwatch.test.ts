import { expect, test, vi } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

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
