import { expect, test } from 'vitest';
import { crawl } from '../../../harness/testing/crawl.ts';
import { mailOf } from '../../../harness/testing/mail-of.ts';
import { townPages } from '../../../harness/testing/town-pages.ts';

test('500 presses meet no error, nothing missing, and nothing without an effect', async () => {
  const pages = await townPages('mail.town.test');
  const { world } = mailOf(1);
  const to = world.people[9]?.email ?? '';
  const { faults, routes } = await crawl(pages, {
    start: '/',
    actions: 500,
    random: world.random('crawl'),
    values: { to, cc: '', bcc: '', email: 'somebody@elsewhere.test', back: '' },
  });
  expect(faults).toEqual([]);
  expect(routes.size).toBeGreaterThan(55);
});
