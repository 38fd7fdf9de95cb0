import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { browserOf } from '../../../harness/testing/browser-of.ts';
import { crawl } from '../../../harness/testing/crawl.ts';
import { trackOf } from '../../../harness/testing/track-of.ts';
import { readStandIns } from '../../../harness/web/stand-ins.ts';

const folder = fileURLToPath(new URL('../../web', import.meta.url));

test('500 presses meet no error, nothing missing, and nothing without an effect', async () => {
  const browser = await browserOf(
    await readStandIns([{ folder, hosts: ['track.town.test', 'mail.town.test'] }]),
  );
  const { world, issueIn, led } = trackOf(1);
  const { faults, routes } = await crawl(browser, {
    start: 'https://track.town.test/',
    actions: 500,
    random: world.random('crawl'),
    values: { q: 'water', other: issueIn(led).id, estimate: '3', words: '' },
  });
  expect(faults).toEqual([]);
  expect(routes.size).toBeGreaterThan(45);
});
