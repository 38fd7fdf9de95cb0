import { expect, test } from 'vitest';
import { measureSiteBuilds } from '../../harness/bench-self/measure-site-build.ts';
import { thisProject } from '../../harness/cli/this-project.ts';

// The times are what `npm run bench:self -- site` is for, on an idle machine; here they may be twice as long.
test('a history ten times as long takes at most eight times as long, and 1.5 GB', async () => {
  // One to fill the caches.
  const [, small, large] = await measureSiteBuilds(thisProject.root, [100, 1000, 10_000]);
  if (!small || !large) throw new Error('three builds were asked for');
  expect(large.files).toBeGreaterThan(30_000);
  expect(large.peakMb).toBeLessThanOrEqual(1500);
  expect(large.seconds / small.seconds).toBeLessThanOrEqual(8);
  expect(small.seconds).toBeLessThanOrEqual(12);
  expect(large.seconds).toBeLessThanOrEqual(60);
});
