import { expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import type { Reach, ReachCell } from '../../results/records/parts/reach.ts';
import { listedServer } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { everyNth, isLong } from '../../testing/sized.ts';
import { measureReach, reachWork } from './measure-reach.ts';
import { Rig } from './rig.ts';
import { targets } from './targets.ts';

const plan = async (server: Server, callLimitMs = 60_000) => ({
  ...{ server, callLimitMs, chromium: await findChromium() },
  hidden: { checkout: null, answers: [] },
});

const measured = async (server: Server, callLimitMs?: number) =>
  reachWork.schema.parse(await measureReach(await plan(server, callLimitMs)));

/** Road -> target -> verdict, with who answered. */
function table({ cells }: Reach): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const { road, target, verdict, by } of cells)
    found[road] = {
      ...found[road],
      [target]: verdict === 'answered' ? `${verdict} by ${by}` : verdict,
    };
  return found;
}

const ids = (kind: string) => targets.flatMap((each) => (each.kind === kind ? [each.id] : []));
const https = ids('http').filter((id) => id !== 'public');
const all = (names: readonly string[], verdict: string) =>
  Object.fromEntries(names.map((name) => [name, verdict]));

if (isLong) {
  test('a server that opens everything reaches every address that the browser opens', async () => {
    const reach = await measured(guestServer('--opens-urls'));
    const found = table(reach);
    expect(found.open).toEqual({
      ...all([...ids('http'), 'file', 'system-file', 'data', 'view-source'], 'answered by browser'),
      chrome: 'blocked',
    });
    expect(found.get).toEqual({
      ...all([...ids('http'), 'file', 'system-file', 'data'], 'answered by server'),
      ...all(['view-source', 'chrome'], 'refused'),
    });
    for (const road of ['redirect', 'location', 'window-open'])
      expect(found[road]).toMatchObject(all(ids('http'), 'answered by browser'));
    expect(found['redirect-get']).toMatchObject(all(ids('http'), 'answered by server'));
    // The browser protects local networks from pages, and files from pages of the web.
    for (const road of ['fetch', 'iframe'])
      expect(found[road]).toMatchObject({
        public: 'answered by browser',
        ...all([...https, 'file'], 'blocked'),
      });
    expect(found.location).toMatchObject(all(['file', 'system-file', 'data', 'chrome'], 'blocked'));
    expect(reach.roads.filter(({ why }) => why !== null).map(({ id, why }) => [id, why])).toEqual([
      ['link', expect.stringContaining('no tool mapping for guest')],
      ['expect', 'the tool takes an address and does not open it'],
    ]);
    const text = JSON.stringify(reach);
    expect(text).toContain('{folder}/reach.txt');
    expect(text).not.toMatch(/contract-bench-\w+\//);
  });
}

if (isLong) {
  test('one target is played with the control, and a change of its cells is named', async () => {
    const context = { ...(await plan(guestServer())), only: ['file'], project: thisProject };
    const around = { ...context, env: process.env, signal: new AbortController().signal, log: () => {} };
    await expect(reachWork.open({ ...around, only: ['files'] })).rejects.toThrow(
      /unknown target "files".*file/,
    );
    const measure = await reachWork.open(around);
    const server = guestServer('--opens-urls');
    const reach = await measure({ choice: listedServer('playwright'), server });
    expect(table(reach)).toMatchObject({
      open: { public: 'answered by browser', file: 'answered by browser' },
      expect: { public: 'not-asked' },
    });
    const cells = reach.cells.map((cell) =>
      cell.road === 'open' ? { ...cell, verdict: 'blocked' as const } : cell,
    );
    expect(reachWork.differ(reach, { ...reach, cells: cells.slice(1) })).toEqual([
      'open to public: answered by the browser -> no cell',
      'open to file: answered by the browser -> blocked',
    ]);
    expect(reachWork.differ(reach, reach)).toEqual([]);
    expect(reachWork.differ({ ...reach, editionSha256: '' }, reach)).toEqual([
      expect.stringContaining('edition'),
    ]);
    expect(reachWork.lines(reach).join('\n')).toMatch(/^a file in its own folder +A /m);
  });
}

test.each(
  everyNth(3, [
    ['dies at once', guestServer('--dies-at-once'), /^the server is gone.*no screen found/],
    [
      'lists nothing',
      { ...guestServer('--no-tools'), open: null },
      /^no tool of guest opens a URL: got no tools/,
    ],
    [
      'does not open a page',
      { ...guestServer(), open: { tool: 'fail', args: { url: '{url}' } } },
      /^reach: fail does not open a public address: .*it did not work/,
    ],
  ] as const),
)('a server that %s has one line', async (_, server, line) => {
  const error = await measured(server).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(String((error as Error).message)).toMatch(line);
  expect(String((error as Error).message)).not.toContain('\n');
});

test('in its sandbox a server meets listeners of the harness, and no other machine', async () => {
  await using rig = new Rig(await plan(guestServer()));
  await rig.start();
  const connect = (host: string, port: number) => `new Promise((resolve) => {
    const socket = load('node:net').connect({ host: '${host}', port: ${port}, autoSelectFamily: false });
    socket.once('connect', () => { socket.destroy(); resolve('connected'); }).once('error', ({ code }) => resolve(code));
  })`;
  const tries = [
    ...[connect('10.0.0.1', 80), connect('169.254.169.254', 80), connect('public.test', 80)],
    ...[connect('192.0.2.7', 80), connect('10.0.0.2', 80), connect('8.8.8.8', 53)],
  ];
  const answer = await rig.call('node', { code: `return Promise.all([${tries.join(', ')}])` });
  expect(JSON.parse(answer.text)).toEqual([
    ...['connected', 'connected', 'connected'],
    ...['ENETUNREACH', 'ENETUNREACH', 'ENETUNREACH'],
  ]);
});

if (isLong) {
  test('a server that refuses everything but public names over http and https reaches nothing else', async () => {
    const found = table(await measured(guestServer('--opens-urls', '--refuses')));
    const rest = targets.flatMap(({ id }) => (id === 'public' ? [] : [id]));
    for (const road of ['open', 'get'])
      expect(found[road]).toMatchObject({
        public: expect.stringContaining('answered'),
        ...all(rest, 'refused'),
      });
    for (const road of ['redirect', 'location', 'window-open'])
      expect(found[road]).toMatchObject({ public: 'answered by browser', ...all(https, 'refused') });
    // It follows no redirect at all, so the road is not taken.
    expect(found['redirect-get']).toEqual({ public: 'refused' });
    // A page has the content of its own data: addresses without a request, so nothing can stop it.
    for (const road of ['fetch', 'iframe']) expect(found[road]?.data).toBe('answered by browser');
    const answered = Object.entries(found).flatMap(([road, cells]) =>
      Object.entries(cells).flatMap(([id, words]) => (words.startsWith('answered') ? [`${road} ${id}`] : [])),
    );
    expect(answered.filter((cell) => !/ public$/.test(cell))).toEqual(['fetch data', 'iframe data']);
  });

  test('a call without an answer has one line in its cell, and the other cells are played', async () => {
    const { cells } = await measured(guestServer('--opens-urls', '--hangs-on-files', '--dies-on-data'), 3000);
    const why = (target: string) =>
      cells.find((cell: ReachCell) => cell.road === 'open' && cell.target === target);
    expect(why('file')).toMatchObject({ verdict: 'not-asked', why: 'no answer within 3 s', answer: null });
    expect(why('data')).toMatchObject({
      verdict: 'not-asked',
      why: expect.stringMatching(/^the server is gone/),
    });
    // After the third one the rest is left out.
    expect(why('view-source')).toMatchObject({
      why: 'not played: 3 calls before it got no answer',
      call: null,
    });
  });

  if (isLong) {
    test('without a sandbox nothing is asked, because a request could leave the machine', async () => {
      vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
      onTestFinished(() => void vi.unstubAllEnvs());
      await expect(measured(guestServer('--opens-urls'))).rejects.toThrow(/not sandboxed here/);
    });
  }
}
