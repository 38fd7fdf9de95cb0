import { expect, test } from 'vitest';
import { crawl } from '../../../harness/testing/crawl.ts';
import { townPages } from '../../../harness/testing/town-pages.ts';
import { trackOf } from '../../../harness/testing/track-of.ts';

test('500 presses meet no error, nothing missing, and nothing without an effect', async () => {
  const pages = await townPages('track.town.test', 'mail.town.test');
  const { world, issueIn, led } = trackOf(1);
  const { faults, routes } = await crawl(pages, {
    start: '/',
    actions: 500,
    random: world.random('crawl'),
    values: { q: 'water', other: issueIn(led).id, estimate: '3', words: '' },
  });
  expect(faults).toEqual([]);
  expect(routes.size).toBeGreaterThan(45);
});
