import { cpSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { exampleRelease } from '../../harness/results/examples/example-release.ts';
import { apiFaults } from '../../harness/testing/api-faults.ts';
import { writeExampleHistory } from '../../harness/testing/example-history.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { isLong } from '../../harness/testing/sized.ts';
import { schemaOfApi } from './api-files.ts';

// A build alone has the documents as HTML, which the index of the search takes.
const pages = join(import.meta.dirname, '../pages');
const routes = globSync('api/v1/**/*.json.ts', { cwd: pages }).filter(
  (file) => !/\.schema\.json\.ts$|^api\/v1\/search\.json\.ts$/.test(file),
);

/** Writes a line for each file: its route, its parameters and its content; and the newest time of each kind of record. */
const script = `
const { siteHistory, serversRecords, capabilitiesRecords, channelsRecords, audits, stamp } =
  await import(${JSON.stringify(join(import.meta.dirname, '../history/this-build.ts'))});
const kinds = [serversRecords, capabilitiesRecords, channelsRecords, audits.records].map((records) =>
  Math.max(...records.map(({ at }) => Date.parse(at))),
);
console.log(JSON.stringify({ asOf: stamp.asOf, newest: [...kinds, siteHistory.newestMs] }));
for (const route of ${JSON.stringify(routes)}) {
  const { GET, getStaticPaths } = await import(${JSON.stringify(`${pages}/`)} + route);
  for (const { params, props = {} } of getStaticPaths?.() ?? [{ params: {} }])
    console.log(JSON.stringify({ route, params, content: await (await GET({ params, props })).json() }));
}`;

type Files = { route: string; params: Record<string, string>; content: Record<string, unknown> }[];
let files: Files = [];
let times: { asOf: string | null; newest: (number | null)[] };

/** Of a few commits beside the committed records; at full size of the committed results, which take 6 s to read. */
beforeAll(async () => {
  const folder = isLong ? undefined : await folderOf();
  if (folder) {
    await writeExampleHistory(folder);
    for (const name of ['audits', 'right-ends.json', 'servers'])
      cpSync(join(import.meta.dirname, '../../results', name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'servers/mine@1.0.0.json'), JSON.stringify(exampleRelease()));
  }
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    ...{ lines: true, maxBuffer: 2 ** 30, cleanup: true },
    env: folder === undefined ? {} : { RESULTS_DIR: folder },
  });
  [times, ...files] = stdout.map((line) => JSON.parse(line)) as [typeof times, ...Files];
});

test.each(routes)('%s gives what its schema says, with a schema and the time that it is of', (route) => {
  const own = files.filter((file) => file.route === route);
  expect(own.length).toBeGreaterThan(0);
  const faults = own.flatMap(({ params, content }) => {
    const address = `/${route}`
      .replace(/\.ts$/, '')
      .replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '');
    const schema = schemaOfApi(address);
    return [
      ...(schema === null ? ['no schema'] : apiFaults(schema, content)).map((fault) => `${address}${fault}`),
      ...(typeof content.schema === 'string' && content.asOf !== undefined
        ? []
        : [`${address}: no schema or asOf`]),
    ];
  });
  expect(faults.slice(0, 5)).toEqual([]);
});

// Each kind is compared, whichever is the newest of the results that were read.
test('a build is of the time of its newest record of any kind, not of its newest run', () => {
  const asOf = Date.parse(times.asOf ?? '');
  expect(times.newest).toHaveLength(5);
  for (const newest of times.newest) expect(asOf).toBeGreaterThanOrEqual(newest ?? Number.NaN);
});
