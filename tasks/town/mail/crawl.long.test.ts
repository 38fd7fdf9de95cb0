import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { browserOf } from '../../../harness/testing/browser-of.ts';
import { crawl } from '../../../harness/testing/crawl.ts';
import { mailOf } from '../../../harness/testing/mail-of.ts';
import { readStandIns } from '../../../harness/web/stand-ins.ts';

const folder = fileURLToPath(new URL('../../web', import.meta.url));

test('500 presses meet no error, nothing missing, and nothing without an effect', async () => {
  const browser = await browserOf(await readStandIns([{ folder, hosts: ['mail.town.test'] }]));
  const { world } = mailOf(1);
  const to = world.people[9]?.email ?? '';
  const { faults, routes } = await crawl(browser, {
    start: 'https://mail.town.test/',
    actions: 500,
    random: world.random('crawl'),
    values: { to, cc: '', bcc: '', email: 'somebody@elsewhere.test', back: '' },
  });
  expect(faults).toEqual([]);
  expect(routes.size).toBeGreaterThan(55);
});
