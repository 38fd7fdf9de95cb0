import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { diskFault } from '../platform/errors/disk-fault.ts';
import { exampleRelease } from '../results/examples/example-release.ts';
import { readServersRecords } from '../results/records/read-server-records.ts';
import { readReleaseRecord } from '../results/records/release-record.ts';
import { listedServer, type ServerChoice } from '../servers/index.ts';
import { packageFolder } from '../servers/installed-version.ts';
import { OwnMapping } from '../servers/tool-mappings/own-mapping.ts';
import { folderOf } from '../testing/folder-of.ts';
import { type GuestFlag, guestServer } from '../testing/guests/guest-server.ts';
import { isLong, sized } from '../testing/sized.ts';
import { measureServer } from './measure-server.ts';

const quiet = { env: process.env, signal: new AbortController().signal, log: () => {} };

function guest(...flags: GuestFlag[]): ServerChoice {
  const { id, origin } = guestServer(...flags);
  if (!('command' in origin)) throw new Error('the guest is a command line');
  return { server: id, serverCommand: origin.command, serverData: null };
}

type Options = Partial<Parameters<typeof measureServer>[1]>;

async function measuring(results: string, options: Options = {}, choice = guest()) {
  return measureServer(choice, {
    ...quiet,
    project: { ...thisProject, results },
    ...{ only: ['tools'], cells: [], write: false, check: false },
    ...options,
  });
}

const fileIn = (results: string) => path.join(results, 'servers', 'guest@1.2.3.json');

test('a record is written, and a check against it finds nothing until something differs', async () => {
  const results = await folderOf();
  await expect(measuring(results, { check: true })).rejects.toThrow(
    `${fileIn(results)}: not found; --write stores a first record`,
  );
  const { record, written } = await measuring(results, { write: true });
  expect(written).toEqual([fileIn(results)]);
  const stored = readReleaseRecord(fileIn(results));
  expect(stored).toEqual(record);
  expect(stored).toMatchObject({
    server: {
      id: 'custom:guest',
      variant: null,
      version: '1.2.3',
      package: null,
      source: 'command',
      mapping: null,
    },
    parts: {
      tools: { protocol: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), instructions: null },
      cost: null,
      install: null,
    },
  });
  expect((await measuring(results, { check: true })).differences).toEqual([]);
  const text = await readFile(fileIn(results), 'utf8');
  await writeFile(fileIn(results), text.replace('"name": "select"', '"name": "elect"'));
  expect((await measuring(results, { check: true })).differences).toEqual([
    'tools: elect is gone',
    'tools: select is new',
  ]);
});

if (isLong) {
  test('--only renews one part and keeps the others with their own time and commit', async () => {
    const server = { id: 'custom:guest', version: '1.2.3' };
    const before = exampleRelease({ server, parts: { install: null, reach: { broken: 'it went away' } } });
    const results = await folderOf({ 'servers/guest@1.2.3.json': JSON.stringify(before) });
    const { record } = await measuring(results, { write: true });
    expect(record.parts).toMatchObject({
      cost: before.parts.cost,
      reach: { broken: 'it went away' },
      install: null,
    });
    expect(record.parts.tools).toMatchObject({ list: { tools: expect.any(Number) } });
  });

  test('the costs of a record of v1 stay readable when another part of the release is stored', async () => {
    const sample = path.join(import.meta.dirname, '../results/records/samples/servers-v1.json');
    const v1 = JSON.parse(await readFile(sample, 'utf8'));
    v1.server = { ...v1.server, id: 'custom:guest', version: '1.2.3' };
    const results = await folderOf({ 'servers/guest@1.2.3.json': JSON.stringify(v1) });
    const { written } = await measuring(results, { write: true });
    const kept = path.join(results, 'servers', 'v1', 'guest@1.2.3.json');
    expect(written).toEqual([fileIn(results), kept]);
    expect(readReleaseRecord(fileIn(results)).parts).toMatchObject({ cost: null, tools: { list: {} } });
    expect(readServersRecords(results)).toEqual([v1]);
    await measuring(results, { write: true });
    expect(readServersRecords(results)).toEqual([v1]);
  });

  test('what the disk refuses is thrown as it is, and what is stored stays', async () => {
    const results = await folderOf({ servers: 'a file' });
    const error = await measuring(results, { write: true }).catch((thrown: unknown) => thrown);
    expect(diskFault(error)).toMatch(/servers.*: cannot be \w+: (?:there is a file|a part of the path)/);
    expect(await readFile(path.join(results, 'servers'), 'utf8')).toBe('a file');
  });
}

/** Its reading tool ends the server with these words. */
function dying(words: string): ServerChoice {
  const mapping = OwnMapping.parse({
    read: { tool: 'die', args: { words } },
    elements: '(?<role>[a-z]+) (?<ref>[0-9]+)',
    verbs: { open: { tool: 'open', args: { url: '{url}' } } },
  });
  return { ...guest(), serverData: { mapping } };
}

if (isLong) {
  test('a part that cannot be measured says why, and the other parts are stored', async () => {
    const results = await folderOf();
    const mine = dying('no memory left');
    const parts = { only: ['exposure', 'tools'], write: true };
    const { record, lines } = await measuring(results, parts, mine);
    expect(record.parts).toMatchObject({
      tools: { list: { tools: expect.any(Number) } },
      exposure: { broken: expect.stringMatching(/^the server is gone .*no memory left$/) },
    });
    expect(lines.filter((line) => line.startsWith('broken: '))).toHaveLength(1);
    expect(readReleaseRecord(fileIn(results))).toEqual(record);
  });

  test('a full disk is not the fault of the server, and the part is not stored', async () => {
    const results = await folderOf();
    const full = dying('Error: ENOSPC: no space left on device, write');
    await expect(measuring(results, { only: ['tools', 'exposure'], write: true }, full)).rejects.toThrow(
      'exposure: got an error of a full disk while it was measured; expected room on the disk.',
    );
    expect(readReleaseRecord(fileIn(results)).parts).toMatchObject({ tools: { list: {} }, exposure: null });
  });
}

const withoutTools = ['--no-tools', 'it lists no tools'] as const;
const withoutArguments = [
  '--empty-schemas',
  /^its tool list names no argument: each of its \d+ schemas is empty$/,
] as const;

if (isLong) {
  test.each(sized([withoutTools], [withoutTools, withoutArguments]))(
    'a server with %s is stored as broken, and why',
    async (flag, why) => {
      const results = await folderOf();
      const { record, lines } = await measuring(results, { write: true }, guest(flag));
      expect(record.parts.tools).toEqual({
        broken: typeof why === 'string' ? why : expect.stringMatching(why),
      });
      expect(lines[1]).toMatch(/^broken: its? /);
      expect(readReleaseRecord(fileIn(results))).toEqual(record);
      expect((await measuring(results, { check: true }, guest(flag))).differences).toEqual([]);
      expect((await measuring(results, { check: true })).differences).toEqual([
        expect.stringMatching(/^tools: got numbers; stored: broken: its? /),
      ]);
    },
  );

  test('a part of another edition is not compared', async () => {
    const results = await folderOf();
    await measuring(results, { write: true });
    const text = await readFile(fileIn(results), 'utf8');
    await writeFile(fileIn(results), text.replace(/"editionSha256": "\w+"/, '"editionSha256": "old"'));
    expect((await measuring(results, { check: true })).differences).toEqual([
      expect.stringMatching(/^tools: stored is another edition /),
    ]);
  });
}

test.each([
  [{ only: ['toolz'] }, /^--only: got toolz; expected some of install, tools, /],
  [{ only: ['install'] }, '--only: got install, but guest does not come from npm'],
  [{ only: ['cost'] }, '--only: got cost, but guest has no tool mapping'],
  [{ cells: ['one'] }, /^--cell: expected one part that has cells in --only: cost \(task\), /],
  [{ write: true, check: true }, '--check: got it with --write; expected one of them'],
] as const)('a mistake in the options is named: %j', async (options, words) => {
  await expect(measuring(await folderOf(), options as Options)).rejects.toThrow(words);
});

test('a command line that does not start is a mistake of its user, with its last words', async () => {
  await expect(measuring(await folderOf(), {}, guest('--dies-at-once'))).rejects.toThrow(
    /^server guest: it does not start: .*no screen found/,
  );
});

if (isLong)
  test('a server of the user is measured by the tool mapping in its data', async () => {
    const program = path.join(packageFolder('@playwright/mcp'), 'cli.js');
    const mapping = {
      read: { tool: 'browser_snapshot' },
      elements:
        '^(?<indent> *)- (?<role>[a-z]+)(?: "(?<name>[^"]*)")?(?:.*\\[ref=(?<ref>e\\d+)\\])?[^:]*(?:: (?<value>.*))?$',
      verbs: {
        open: { tool: 'browser_navigate', args: { url: '{url}' } },
        click: { tool: 'browser_click', args: { target: '{ref}' } },
        fill: { tool: 'browser_type', args: { target: '{ref}', text: '{text}' } },
      },
    };
    const mine = {
      server: 'mine',
      serverCommand: `exec "${process.execPath}" "${program}" --cdp-endpoint {endpoint}`,
      serverData: { mapping: OwnMapping.parse(mapping) },
    };
    const cells = { only: ['cost'], cells: ['example-h1', 'fixture-new-tab'] };
    const { record } = await measuring(await folderOf(), cells, mine);
    expect(record.server).toMatchObject({ id: 'custom:mine', source: 'command', mapping: 'mine' });
    expect(record.parts.cost).toMatchObject({
      reading: { tool: 'browser_snapshot', args: {} },
      suites: [{ passed: 1, total: 2, cannot: [{ taskId: 'fixture-new-tab' }] }],
    });
  });

if (isLong)
  test('a release from npm is installed from its lockfile again, and its check finds it as stored', async () => {
    const results = await folderOf();
    const options = { only: ['install', 'tools', 'exposure'] };
    const { record, written } = await measuring(
      results,
      { ...options, write: true },
      listedServer('playwright'),
    );
    const { version } = record.server;
    expect(written.map((file) => path.relative(results, file))).toEqual([
      `servers/playwright@${version}.json`,
      `servers/locks/playwright@${version}.json`,
    ]);
    expect(record).toMatchObject({
      server: { id: 'playwright', package: '@playwright/mcp', source: 'npm', maintained: true },
      parts: {
        install: { package: '@playwright/mcp', scripts: [] },
        tools: { list: { tools: expect.any(Number) }, tools: expect.any(Array) },
        exposure: { missed: { of: 9 } },
      },
    });
    const [opened, snapshot, messages, requests] =
      record.parts.exposure && 'tools' in record.parts.exposure ? record.parts.exposure.tools : [];
    expect(snapshot?.found).toEqual(expect.arrayContaining(['text', 'opacity-0', 'aria-label', 'frame']));
    expect(snapshot?.found).not.toContain('display-none');
    expect(opened?.found).not.toContain('text');
    expect([messages?.found, requests?.found]).toEqual([
      expect.arrayContaining(['console']),
      expect.arrayContaining(['request-address']),
    ]);
    const again = await measuring(results, { only: [], check: true }, listedServer('playwright'));
    expect(again.differences).toEqual([]);
    const one = { only: ['cost'], cells: ['example-h1'] };
    const { record: cell } = await measuring(results, one, listedServer('playwright'));
    expect(cell.parts.cost).toMatchObject({ suites: [{ suite: 'fixtures', passed: 1, total: 1 }] });
  });
