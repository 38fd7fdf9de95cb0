import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRelease } from '../../harness/results/examples/example-release.ts';
import { apiFaults } from '../../harness/testing/api-faults.ts';
import { writeExampleHistory } from '../../harness/testing/example-history.ts';
import { isLong } from '../../harness/testing/sized.ts';
import { schemaOfApi } from './api-files.ts';

type Route = {
  GET: (context: { params: Record<string, string>; props: object }) => ReturnType<APIRoute>;
  getStaticPaths?: () => { params: Record<string, string>; props?: object }[];
};
// A build alone has the documents as HTML, which the index of the search takes.
const pages = join(import.meta.dirname, '../pages');
const routes = globSync('api/v1/**/*.json.ts', { cwd: pages }).filter(
  (file) => !/\.schema\.json\.ts$|^api\/v1\/search\.json\.ts$/.test(file),
);

const folder = mkdtempSync(join(tmpdir(), 'api-files-'));
const { RESULTS_DIR: before } = process.env;

/** A few commits beside the committed records; at full size the committed results. */
beforeAll(async () => {
  if (isLong) return;
  await writeExampleHistory(folder);
  for (const name of ['audits', 'right-ends.json', 'servers'])
    cpSync(join(import.meta.dirname, '../../results', name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'servers/mine@1.0.0.json'), JSON.stringify(exampleRelease()));
  process.env.RESULTS_DIR = folder;
  // Not what another file of this worker would have loaded: the committed results take 6 s to read.
  const { resultsDir } = await import('../../harness/publish/board/settings.ts');
  expect(resultsDir).toBe(folder);
});
afterAll(() => {
  if (before === undefined) delete process.env.RESULTS_DIR;
  else process.env.RESULTS_DIR = before;
  rmSync(folder, { recursive: true, force: true });
});

test.each(routes)('%s gives what its schema says, with a schema and the time that it is of', async (file) => {
  const { GET, getStaticPaths }: Route = await import(join(pages, file));
  const paths = getStaticPaths?.() ?? [{ params: {} }];
  expect(paths.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const { params, props = {} } of paths) {
    const address = `/${file}`
      .replace(/\.ts$/, '')
      .replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '');
    const content = await (await GET({ params, props })).json();
    const schema = schemaOfApi(address);
    faults.push(
      ...(schema === null ? ['no schema'] : apiFaults(schema, content)).map((fault) => `${address}${fault}`),
    );
    if (typeof content.schema !== 'string' || content.asOf === undefined)
      faults.push(`${address}: no schema or asOf`);
  }
  expect(faults.slice(0, 5)).toEqual([]);
});

// Each kind is compared, whichever is the newest of the results that were read.
test('a build is of the time of its newest record of any kind, not of its newest run', async () => {
  const { siteHistory, serversRecords, capabilitiesRecords, channelsRecords, audits, stamp } = await import(
    '../history/this-build.ts'
  );
  const kinds = [serversRecords, capabilitiesRecords, channelsRecords, audits.records].map((records) =>
    Math.max(...records.map(({ at }) => Date.parse(at))),
  );
  const asOf = Date.parse(stamp.asOf ?? '');
  expect(kinds.every(Number.isFinite)).toBe(true);
  for (const newest of [...kinds, siteHistory.newestMs]) expect(asOf).toBeGreaterThanOrEqual(newest ?? 0);
});
