import { expect, test } from 'vitest';
import { measureSiteBuild } from '../harness/bench-self/measure-site-build.ts';

// The times are what `npm run bench:self -- site` is for, on an idle machine; here they may be twice as long.
test('a history ten times as long takes at most eight times as long, and 1.5 GB', async () => {
  await measureSiteBuild(100);
  const small = await measureSiteBuild(1000);
  const large = await measureSiteBuild(10_000);
  expect(large.files).toBeGreaterThan(30_000);
  expect(large.peakMb).toBeLessThanOrEqual(1500);
  expect(large.seconds / small.seconds).toBeLessThanOrEqual(8);
  expect(small.seconds).toBeLessThanOrEqual(12);
  expect(large.seconds).toBeLessThanOrEqual(60);
});
