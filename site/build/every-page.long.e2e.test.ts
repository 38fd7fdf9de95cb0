import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { checkLinks } from './dead-links.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-every-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['/', '/repo/'])('every page of the committed history is whole below %s', async (base) => {
  const dist = join(folder, base === '/' ? 'root' : 'repo');
  await buildSite(dist, { BASE_PATH: base, REPOSITORY_URL: 'https://example.com/repository' });
  expect(checkLinks(dist, base).dead).toEqual([]);
  const { origin, close } = await serveFolder(dist, base);
  const page = await pageOf();
  const faults: string[] = [];
  const runsSeen = new Set<string>();
  const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    // An address that leads on is another page by then.
    .filter((name) => !readFileSync(join(dist, name), 'utf8').includes('<title>Moved</title>'))
    .filter((name) => {
      // Of the episodes of a run, which are many and alike, one.
      const [, run] = /^episodes\/([^/]+)\//.exec(name) ?? [];
      return run === undefined || (!runsSeen.has(run) && runsSeen.add(run));
    });
  expect(pages.length).toBeGreaterThan(40);
  for (const name of pages)
    faults.push(...(await faultsOfPage(page, `${origin}${base}${name.replace(/(^|\/)index\.html$/, '$1')}`)));
  await close();
  expect(faults).toEqual([]);
  expect(page.foreignRequests(origin)).toEqual([]);
});
