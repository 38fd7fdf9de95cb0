import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { exampleHead, exampleRelease } from '../examples/example-release.ts';
import { readCapabilitiesRecords, readChannelsRecords, readServersRecords } from './read-server-records.ts';
import { type ReleaseRecord, readReleaseRecord, releaseName, releaseText } from './release-record.ts';
import { writeRelease } from './write-release.ts';

const v1 = (name: string) => readFileSync(path.join(import.meta.dirname, 'samples', name), 'utf8');

async function resultsOf(files: Record<string, string | object>): Promise<string> {
  return folderOf(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]),
    ),
  );
}

test('records of both versions are read side by side, and one of v2 has no times that were not measured', async () => {
  const release = exampleRelease();
  const results = await resultsOf({
    'servers/old@0.9.json': v1('servers-v1.json'),
    'servers/mine@1.0.0.json': release,
  });
  expect(readReleaseRecord(path.join(results, 'servers/mine@1.0.0.json'))).toEqual(release);
  const [mine, old] = readServersRecords(results);
  expect(mine).toMatchObject({
    server: { id: 'mine', version: '1.0.0', title: 'My server', package: 'mine' },
    toolList: { tokens: 200 },
    startMs: null,
    serverMb: null,
    kinds: { read: { calls: 0, p50Ms: null } },
    tasks: [{ taskId: 'example-h1', passed: true, calls: 4, bytes: 400, tokens: 100, ms: null }],
    cannot: [{ taskId: 'fixture-dialog', why: 'no tool' }],
  });
  expect(old).toEqual(JSON.parse(v1('servers-v1.json')));
});

test('a record of v1 counts until the cost of the release is stored, also as broken', async () => {
  const old = JSON.parse(v1('servers-v1.json'));
  const [name, server] = [`servers/${old.server.id}@${old.server.version}.json`, old.server];
  const results = await resultsOf({ [name]: old });
  const write = (cost: ReleaseRecord['parts']['cost']) =>
    writeRelease(results, exampleRelease({ server, parts: { install: null, cost } }), null);
  write(null);
  expect(readServersRecords(results)).toEqual([old]);
  const { cost } = exampleRelease().parts;
  const kept = path.join(results, name.replace('servers/', 'servers/v1/'));
  const text = readFileSync(kept, 'utf8');
  write(cost);
  expect(existsSync(kept)).toBe(false);
  // A merge may bring it back.
  writeFileSync(kept, text);
  expect(readServersRecords(results).map(({ at }) => at)).toEqual([exampleHead.at]);
  write({ broken: 'it lists no tools' });
  expect([existsSync(kept), readServersRecords(results)]).toEqual([false, []]);
});

test('a broken part, one that was not measured and a variant give no record of v1', async () => {
  const results = await resultsOf({
    'servers/mine@1.0.0.json': exampleRelease({ parts: { cost: { broken: 'it lists no tools' } } }),
    'servers/mine+more@1.0.0.json': exampleRelease({ server: { variant: 'more' } }),
  });
  expect([readServersRecords(results), readCapabilitiesRecords(results)]).toEqual([[], []]);
});

test('the exposure of the newest release takes the place of the record of v1', async () => {
  const exposure = (title: string) => ({
    ...exampleHead,
    ...{ editionSha256: 'c', usual: null, tools: [] },
    channels: [
      { id: 'text', title, group: 'seen' as const },
      { id: 'alt', title: 'alt', group: 'names' as const },
    ],
    ...{ names: { usual: 0, any: 0, of: 1 }, invisible: { usual: 0, any: 0, of: 0 } },
    ...{ source: { usual: 0, any: 0, of: 0 }, missed: { usual: 1, any: 1, of: 1 } },
  });
  const results = await resultsOf({
    'channels/mine.json': {
      schema: 'contract-bench.channels.v1',
      server: { id: 'mine', title: 'My server', package: 'mine', version: '0.8.0' },
      ...{ browser: 'Chromium', sha: null, at: exampleHead.at, pagesSha256: 'x', channels: [], tools: [] },
    },
    'servers/mine@0.9.0.json': exampleRelease({
      server: { version: '0.9.0' },
      parts: { exposure: exposure('old') },
    }),
    'servers/mine@0.10.0.json': exampleRelease({
      server: { version: '0.10.0' },
      parts: { exposure: exposure('new') },
    }),
  });
  expect(readChannelsRecords(results)).toMatchObject([
    {
      server: { id: 'mine', version: '0.10.0' },
      channels: [
        { title: 'new', isVisible: true },
        { title: 'alt', isVisible: false },
      ],
    },
  ]);
});

test('a record of v1 of a newer release is not replaced by v2 of an older one', async () => {
  const capabilities = {
    ...exampleHead,
    ...{ editionSha256: 'c', suite: { id: 'gym', edition: 1, webSha256: 'w' }, seeds: [1] },
    ...{ tokenizer: { name: 't', encoding: 'e', version: '1' }, words: [], cells: [] },
  };
  const { machine: _, editionSha256: __, ...fields } = capabilities;
  const results = await resultsOf({
    'capabilities/mine.json': {
      schema: 'contract-bench.capabilities.v1',
      server: { id: 'mine', title: 'My server', package: 'mine', version: '1.1.0' },
      ...fields,
    },
    'servers/mine@1.0.0.json': exampleRelease({ parts: { capabilities } }),
  });
  expect(readCapabilitiesRecords(results).map(({ server }) => server.version)).toEqual(['1.1.0']);
});

test.each([
  [
    { server: { ...exampleRelease().server, id: 'Mine' } },
    'server.id: must be the id of a server, without its variant; found "Mine"',
  ],
  [
    { server: { ...exampleRelease().server, maintained: 'yes' } },
    'server.maintained: must be a boolean; found "yes"',
  ],
  [{ parts: { ...exampleRelease().parts, reach: undefined } }, 'parts.reach'],
  [{ parts: { ...exampleRelease().parts, tools: { broken: '' } } }, 'parts.tools.broken: must not be empty'],
  [
    { parts: { ...exampleRelease().parts, cost: { ...exampleRelease().parts.cost, runs: 0 } } },
    'parts.cost.runs: must be above 0; found 0',
  ],
  [
    { parts: { ...exampleRelease().parts, cost: { ...exampleRelease().parts.cost, run: 1 } } },
    'parts.cost.run: unknown field',
  ],
])('a wrong field is named: %#', async (change, mistake) => {
  const results = await resultsOf({ 'servers/mine@1.0.0.json': { ...exampleRelease(), ...change } });
  const file = path.join(results, 'servers/mine@1.0.0.json');
  expect(() => readReleaseRecord(file)).toThrow(`${file}: ${mistake}`);
});

test('a record that is too large is refused before it is written, and when it is read', async () => {
  const large = exampleRelease({ server: { title: 'x'.repeat(200_000) } });
  const results = await resultsOf({ 'servers/mine@1.0.0.json': large });
  const file = path.join(results, 'servers/mine@1.0.0.json');
  const words = 'size: got 2';
  expect(() => readReleaseRecord(file)).toThrow(words);
  expect(() => releaseText(file, large)).toThrow(words);
});

test('the name of a record has no separators of a path, whatever version a server states', () => {
  const named = (server: object) =>
    releaseName({ id: 'custom:mine', variant: null, version: '1', ...server });
  expect(named({})).toBe('mine@1');
  expect(named({ variant: 'slim', version: '../../1+b' })).toBe('mine+slim@..-..-1-b');
});

test('every stored record of this project is readable', () => {
  const { results } = thisProject;
  expect(readServersRecords(results).length).toBeGreaterThan(0);
  for (const record of readServersRecords(results)) expect(record.toolList.tools).toBeGreaterThan(0);
  expect(readCapabilitiesRecords(results).length).toBeGreaterThan(0);
  expect(readChannelsRecords(results).length).toBeGreaterThan(0);
});
