import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticMarker } from '../publish/site/site-settings.ts';
import { buildSite } from './build-site.ts';
import { writeExampleHistory } from './example-history.ts';
import { pageOf } from './page-of.ts';
import { serveFolder } from './serve-folder.ts';

/** The site of the example history, built and served below `/repo/`, and a page that is on it; `close` removes all of it. */
export async function servedExample() {
  const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
  const results = join(folder, 'results');
  const dist = join(folder, 'dist');
  const base = '/repo/';
  await writeExampleHistory(results);
  writeFileSync(join(results, syntheticMarker), '{}');
  const address = { SITE_URL: 'https://example.org', BASE_PATH: base };
  await buildSite(dist, { TZ: 'Asia/Tokyo', ...address, RESULTS_DIR: results });
  const served = await serveFolder(dist, base);
  const page = await pageOf();
  return {
    folder,
    results,
    dist,
    base,
    /** The address of the site without its last slash. */
    origin: `${served.origin}${base.slice(0, -1)}`,
    page,
    async close() {
      await page.close();
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
