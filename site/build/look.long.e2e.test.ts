import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { syntheticMarker } from '../../harness/publish/site/site-settings.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { exampleShas, writeExampleHistory } from '../../harness/testing/example-history.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { builtPages, pageFiles, pageOfEachKind } from './page-files.ts';

test('a kind of page each: nothing in the console, from elsewhere, against axe or too wide for a phone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-look-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [results, dist] = [join(folder, 'results'), join(folder, 'dist')];
  await writeExampleHistory(results);
  writeFileSync(join(results, syntheticMarker), '{}');
  await buildSite(dist, { RESULTS_DIR: results });
  const { origin, close } = await serveFolder(dist);
  onTestFinished(close);
  const page = await pageOf();
  const faults: string[] = [];
  const paths = pageOfEachKind(pageFiles(), builtPages(dist));
  // Beside one of each kind: where a clause failed, and a document with wide tables.
  for (const path of new Set([...paths, `/runs/${exampleShas[1]}/`, '/docs/performance/', '/docs/validity/']))
    faults.push(...(await faultsOfPage(page, origin + path)));
  expect(faults).toEqual([]);
  expect(page.foreignRequests(origin)).toEqual([]);
});
