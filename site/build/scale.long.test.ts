import { expect, test } from 'vitest';
import { measureSiteBuilds } from '../../harness/bench-self/measure-site-build.ts';
import { thisProject } from '../../harness/cli/this-project.ts';

// How long it takes is what `npm run bench:self -- site` is for.
test('a history of 10,000 commits is built whole, in at most 1.5 GB', async () => {
  const [large] = await measureSiteBuilds(thisProject.root, [10_000]);
  expect(large?.files).toBeGreaterThan(30_000);
  expect(large?.peakMb).toBeLessThanOrEqual(1500);
});
