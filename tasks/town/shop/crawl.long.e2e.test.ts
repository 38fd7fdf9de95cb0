import { expect, test } from 'vitest';
import { openSite } from '../../../harness/testing/site-of.ts';
import { randomOf } from '../../../harness/web/random-of.ts';

const start = '/';
const actions = 500;
const anew = 50;

/** A form with input errors, and a review of an article that was never received. */
const expected = new Set([403, 409, 422]);

test('five hundred actions meet no broken link, no error, and nothing without effect', async () => {
  const site = await openSite();
  const random = randomOf(1, 'crawl of the shop');
  const faults: string[] = [];
  const known = new Set<string>();
  for (let action = 0; action < actions; action += 1) {
    if (action % anew === 0) await site.comeAnew(start);
    const controls = await site.controls();
    const fresh = controls.filter(({ name }) => !known.has(name));
    const control = random.pick(fresh.length > 0 ? fresh : controls);
    known.add(control.name);
    if (!(await site.use(control, random))) faults.push(`${control.name} at ${control.at}: without effect`);
    await site.arrived();
  }
  const broken = site.accesses.filter(
    ({ status, served }) => !served || (status >= 400 && !expected.has(status)),
  );
  expect([
    ...faults,
    ...broken.map(({ url, status }) => `${status} ${url}`),
    ...(await site.errors()),
  ]).toEqual([]);
  expect(known.size).toBeGreaterThan(300);
  const posted = new Set(
    site.accesses.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname),
  );
  expect(posted.size).toBeGreaterThan(12);
});
