import { expect, test } from 'vitest';
import type { CapabilitiesRecord } from '../../harness/results/records/capabilities-record.ts';
import type { ChannelsRecord } from '../../harness/results/records/channels-record.ts';
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';
import { servers as knownServers } from '../../harness/servers/index.ts';
import { comparedRows } from './compared-servers.ts';
import {
  capabilityRows,
  channelKind,
  hiddenReach,
  leadersOf,
  notDefaults,
  reached,
  reachOf,
  serverBoard,
  sortedByFirstSuite,
  taskTokens,
  usualReading,
} from './servers.ts';

const none = { calls: 0, p50Ms: null, p95Ms: null };
const measured = { browser: 'Chromium 1', sha: null, at: '2031-01-01T00:00:00.000Z' };
const serverOf = (id: string, version: string) => ({ id, title: id, package: null, version });

/** Tokens by task; null where it did not pass. */
function record(
  id: string,
  version: string,
  list: number,
  tokens: Readonly<Record<string, number | null>>,
): ServersRecord {
  return {
    schema: 'contract-bench.servers.v1',
    server: serverOf(id, version),
    ...measured,
    cpu: 'cpu',
    contended: false,
    tokenizer: { name: 't', encoding: 'e', version: '1' },
    runs: 3,
    toolList: { tools: 1, bytes: 1, tokens: list },
    kinds: { open: none, read: none, act: none, script: none },
    startMs: { median: 1, min: 1, max: 1 },
    serverMb: null,
    browserMb: null,
    pictures: 0,
    errors: 0,
    tasks: Object.entries(tokens).map(([taskId, each]) => ({
      taskId,
      passed: each !== null,
      calls: 4,
      bytes: 4,
      tokens: each ?? 1,
      ms: 100,
    })),
    cannot: [],
  };
}

const board = (servers: readonly ServersRecord[]) =>
  serverBoard({
    servers,
    capabilities: [],
    channels: [],
    suiteOf: (task) => (task.startsWith('web') ? 'web' : task.startsWith('page') ? 'pages' : undefined),
  });

test('a task costs the tool list and the answers, so that few tokens of answers do not make a cheap server', () => {
  const { servers, suites, mostTokens } = board([
    record('short-answers', '1.0.0', 6000, { 'web-1': 100, 'web-2': 300 }),
    record('short-list', '1.0.0', 1000, { 'web-1': 700, 'web-2': 900 }),
  ]);
  expect(suites).toEqual([{ suite: 'web', tasks: 2, shared: ['web-1', 'web-2'] }]);
  expect(servers.map((server) => [server.id, ...server.suites.map((of) => taskTokens(server, of))])).toEqual([
    ['short-list', 1800],
    ['short-answers', 6200],
  ]);
  expect(mostTokens).toBe(6200);
});

test('few tokens are a lead only among servers that pass the whole suite, and equals lead together', () => {
  const rows = (...all: ServersRecord[]) =>
    leadersOf(board(all)).map(({ by, value, servers }) => [by, value, servers.map(({ id }) => id)]);
  const cheap = record('cheap', '1.0.0', 10, { 'web-1': 1, 'web-2': null });
  const [whole, same] = [
    record('whole', '1.0.0', 100, { 'web-1': 5, 'web-2': 5 }),
    record('same', '1.0.0', 90, { 'web-1': 15, 'web-2': 5 }),
  ];
  const dear = record('dear', '1.0.0', 900, { 'web-1': 5, 'web-2': 5 });
  expect(rows(cheap, whole, dear)).toEqual([['tokens', 105, ['whole']]]);
  expect(rows(cheap, whole, same, dear)).toEqual([['tokens', 105, ['same', 'whole']]]);
  expect(rows(cheap, whole)).toEqual([]);
  const able = (id: string, ...verdicts: ('native' | 'script')[]) => ({
    ...({ server: serverOf(id, '1'), ...measured } as CapabilitiesRecord),
    suite: { id: 'gym', edition: 1, webSha256: 'w' },
    cells: verdicts.map((verdict) => ({ verdict }) as CapabilitiesRecord['cells'][number]),
  });
  const ableOnes = (...capabilities: CapabilitiesRecord[]) =>
    leadersOf(serverBoard({ servers: [], capabilities, channels: [], suiteOf: () => undefined }));
  const both = [able('a', 'native', 'script'), able('b', 'script', 'script')];
  const first = [{ by: 'capabilities', value: 1, of: 2, servers: [{ id: 'a' }], leavesOut: false }];
  expect(ableOnes(...both)).toMatchObject(first);
  const older = {
    ...able('older', 'native', 'native'),
    ...{ suite: { id: 'gym', edition: 0, webSha256: 'older' }, at: '2026-01-01T00:00:00.000Z' },
  };
  expect(ableOnes(...both, older)).toMatchObject([{ ...first[0], leavesOut: true }]);
});

test('a server shows its newest release, and each part that is of an older one is marked with it', () => {
  const suite = { id: 'gym', edition: 1, webSha256: 'w' };
  const able = (version: string, webSha256 = 'w') =>
    ({
      ...{ server: serverOf('a', version), ...measured, suite: { ...suite, webSha256 }, cells: [] },
    }) as unknown as CapabilitiesRecord;
  const shown = (capabilities: CapabilitiesRecord[]) =>
    serverBoard({
      servers: [record('a', '2.0.0', 1, {})],
      ...{ capabilities, channels: [], suiteOf: () => undefined },
    }).servers[0];
  expect(shown([able('1.0.0')])).toMatchObject({
    version: '2.0.0',
    earlier: {
      ...{ cost: { release: null, edition: null }, capabilities: { release: '1.0.0', edition: null } },
      ...{ channels: null, honesty: null },
    },
  });
  expect(shown([able('2.0.0')])?.earlier.capabilities).toEqual({ release: null, edition: null });
});

test('suites are never pooled, and only tasks that all passed are counted', () => {
  const { servers, suites } = board([
    record('a', '1.0.0', 10, { 'web-1': 1, 'web-2': 3, 'page-1': 100, gone: 7 }),
    record('b', '1.0.0', 10, { 'web-1': 2, 'web-2': null, 'page-1': 50, gone: 7 }),
  ]);
  expect(suites.map(({ suite, shared }) => [suite, shared])).toEqual([
    ['web', ['web-1']],
    ['pages', ['page-1']],
    ['other tasks', ['gone']],
  ]);
  expect(
    servers.map(({ id, suites: of }) => [
      id,
      of.map(({ passed, total, answers }) => [passed, total, answers]),
    ]),
  ).toEqual([
    [
      'a',
      [
        [2, 2, 1],
        [1, 1, 100],
        [1, 1, 7],
      ],
    ],
    [
      'b',
      [
        [1, 2, 2],
        [1, 1, 50],
        [1, 1, 7],
      ],
    ],
  ]);
});

test('the most passed tasks first, then the fewest tokens; of each server the newest release', () => {
  const { servers } = board([
    record('fails', '1.0.0', 1, { 'web-1': 1, 'web-2': null }),
    record('dear', '1.0.10', 900, { 'web-1': 1, 'web-2': 1 }),
    record('dear', '1.0.9', 1, { 'web-1': 1, 'web-2': 1 }),
    record('cheap', '1.0.0', 100, { 'web-1': 1, 'web-2': 1 }),
  ]);
  expect(servers.map(({ id, version }) => [id, version])).toEqual([
    ['cheap', '1.0.0'],
    ['dear', '1.0.10'],
    ['fails', '1.0.0'],
  ]);
});

test('a reader of the first suite alone finds the servers in its order', () => {
  const { servers } = board([
    record('slim', '1.0.0', 10, { 'web-1': 1, 'page-1': null }),
    record('whole', '1.0.0', 900, { 'web-1': 1, 'page-1': 1 }),
    record('fails', '1.0.0', 1, { 'web-1': null, 'page-1': 1 }),
  ]);
  expect(servers.map(({ id }) => id)).toEqual(['whole', 'fails', 'slim']);
  expect(sortedByFirstSuite(servers).map(({ id }) => id)).toEqual(['slim', 'whole', 'fails']);
});

test('times of other processors, and of a machine in use, are not set side by side', () => {
  const one = record('a', '1.0.0', 1, {});
  expect(board([one, { ...record('b', '1.0.0', 1, {}), cpu: 'other' }]).timesDiffer).toEqual([
    'they ran on different processors: cpu; other',
  ]);
  expect(board([one, { ...record('b', '1.0.0', 1, {}), contended: true }]).timesDiffer).toEqual([
    'b: another program used the processor when the measurement began',
  ]);
  expect(board([one, record('b', '1.0.0', 1, {})]).timesDiffer).toEqual([]);
});

test('a server that was tried and not measured stands on the board too', () => {
  const capabilities = [capabilitiesOf('new', {})];
  const { servers } = serverBoard({ servers: [], capabilities, channels: [], suiteOf: () => undefined });
  expect(servers).toMatchObject([
    { id: 'new', cost: null, suites: [], capabilities: { server: { id: 'new' } } },
  ]);
});

type Verdict = CapabilitiesRecord['cells'][number]['verdict'];

function capabilitiesOf(id: string, verdicts: Readonly<Record<string, Verdict>>): CapabilitiesRecord {
  return {
    schema: 'contract-bench.capabilities.v1',
    server: serverOf(id, '1.0.0'),
    ...measured,
    suite: { id: 'gym', edition: 1, webSha256: '' },
    seeds: [1],
    words: [],
    cells: Object.entries(verdicts).map(([capability, verdict]) => ({
      capability,
      title: capability,
      verdict,
      way: null,
      tools: [],
      calls: null,
      bytes: null,
      missing: [],
      failed: [],
    })),
  };
}

test('capabilities by what servers differ in, the commonest first; one that was not tried is no difference', () => {
  const {
    differ,
    all,
    none: never,
  } = capabilityRows([
    capabilitiesOf('a', { drag: 'script', upload: 'native', print: 'cannot', tabs: 'native' }),
    capabilitiesOf('b', { drag: 'native', upload: 'native', print: 'script', tabs: 'script' }),
    capabilitiesOf('c', { drag: 'script', upload: 'native', print: 'script', tabs: 'native' }),
  ]);
  expect(differ.map(({ id }) => id)).toEqual(['tabs', 'drag']);
  expect(all.map(({ id }) => id)).toEqual(['upload']);
  expect(never.map(({ id, cells }) => [id, cells.map((cell) => cell?.verdict)])).toEqual([
    ['print', ['cannot', 'script', 'script']],
  ]);
});

function channelsOf(
  id: string,
  tools: [tool: string, args: Record<string, string>, found: string[]][],
): ChannelsRecord {
  return {
    schema: 'contract-bench.channels.v1',
    server: serverOf(id, '1.0.0'),
    ...measured,
    pagesSha256: '',
    channels: [
      { id: 'text', title: 'text', isVisible: true },
      { id: 'opacity-0', title: 'opacity', isVisible: false },
      { id: 'comment', title: 'comment', isVisible: false },
      { id: 'alt', title: 'alt', isVisible: false },
    ],
    tools: tools.map(([tool, args, found]) => ({ tool, args, found, marked: null, error: null })),
  };
}

test('the usual reading is the one of the tool mapping, whatever the order of the tools', () => {
  const record = channelsOf('openchrome', [
    ['navigate', { url: '{url}' }, []],
    ['read_page', { mode: 'dom' }, ['text', 'opacity-0', 'comment']],
    ['read_page', { mode: 'ax' }, ['text', 'alt']],
  ]);
  expect(usualReading(record)?.args).toEqual({ mode: 'ax' });
  expect(record.channels.map(({ id }) => reachOf(record, id))).toEqual(['usual', 'other', 'other', 'usual']);
  expect(reached(record, ['invisible', 'source'])).toEqual({ usual: 0, any: 2, of: 2 });
  expect(hiddenReach(record)).toEqual(['other', 'other']);
  expect(record.channels.map(channelKind)).toEqual(['seen', 'invisible', 'source', 'name']);
});

test('without a tool mapping it is the first reading after the page was opened, and none where there is none', () => {
  expect(
    usualReading(
      channelsOf('own', [
        ['go', {}, []],
        ['look', {}, ['text']],
      ]),
    )?.tool,
  ).toBe('look');
  expect(usualReading(channelsOf('own', [['go', {}, []]]))).toBeNull();
});

test('two servers differ row by row: cost, each task by its name, capabilities and hidden texts', () => {
  const two = board([
    record('one', '1', 100, { web1: 10, web2: 10 }),
    record('two', '1', 300, { web1: null }),
  ]);
  const parts = comparedRows(two, { suite: (id) => `Suite ${id}`, count: String });
  // Of what no record speaks there is no part.
  expect(parts.map(({ part }) => part)).toEqual(['Release', 'Cost', 'Tasks']);
  const rows = new Map(parts.flatMap((part) => part.rows.map(({ name, cells }) => [name, cells] as const)));
  expect(rows.get('Suite web: passed')).toEqual(['2 of 2', '0 of 1']);
  expect(rows.get('Tokens of the tool list')).toEqual(['100', '300']);
  expect(rows.get('web1')).toEqual(['passed', 'not passed']);
  // The other was not asked for it.
  expect(rows.get('web2')).toEqual(['passed', null]);
  expect(rows.get('Memory of the server, MB')).toEqual([null, null]);
});

test('what a server is started with beside its defaults is named, but for how it is led to the browser', () => {
  const of = new Map(knownServers.map((server) => [server.id, notDefaults(server)]));
  expect(of.get('chrome-devtools')).toEqual([
    '--no-usage-statistics',
    '--no-performance-crux',
    'CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS=1',
  ]);
  expect(of.get('agent-infra')).toEqual(['--headless']);
  for (const id of ['playwright', 'puppeteer', 'openchrome']) expect(of.get(id)).toEqual([]);
});

test('a suite without a task that all servers passed comes after the suites with one', () => {
  const { suites } = serverBoard({
    servers: [
      record('first', '1.0.0', 10, { 'a-1': 5, 'b-1': 5 }),
      record('second', '1.0.0', 5, { 'a-1': null, 'b-1': 5 }),
    ],
    capabilities: [],
    channels: [],
    suiteOf: (id) => id[0],
  });
  expect(suites.map(({ suite }) => suite)).toEqual(['b', 'a']);
});

test('a suite that one of the servers was not asked is left out, and does not count in the order', () => {
  const { servers, suites } = serverBoard({
    servers: [
      record('first', '1.0.0', 10, { 'a-1': 5 }),
      record('second', '1.0.0', 5, { 'a-1': 5, 'b-1': 5, 'b-2': 5 }),
    ],
    capabilities: [],
    channels: [],
    suiteOf: (id) => id[0],
  });
  expect(suites.map(({ suite }) => suite)).toEqual(['a']);
  expect(servers.map(({ id, suites: costs }) => [id, costs.length])).toEqual([
    ['second', 1],
    ['first', 1],
  ]);
});
