import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headlineOf } from '../../harness/publish/board/leaderboard.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import {
  readCapabilitiesRecords,
  readServersRecords,
} from '../../harness/results/records/read-server-records.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { serverBoard } from '../history/servers.ts';
import { badgeOf, badgeSvg, serverBadges, shieldsBadge } from './badge.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-02T03:04:05Z');
const after = (ms: number) => ({ asOf: new Date(start + ms).toISOString() });
const passing = [exampleResult()];
const attested = () => ({ attested: true, ownRecordings: false });
const headlineAmong = (...runs: Run[]) =>
  headlineOf(
    standingsOf(
      [{ schema: 'contract-bench.results.v2', sha: '0000001', commit: { date: null, parents: [] }, runs }],
      attested,
    ),
    ['webvoyager', 'fixtures'],
  );

test('a badge of a replay says whether the gate is green, and no number, as shields.io takes it', () => {
  const badge = badgeOf(headlineAmong(exampleRun({ episodes: passing })), after(0));
  expect(shieldsBadge(badge)).toEqual({
    schemaVersion: 1,
    label: 'webvoyager: replay on playwright 0.0.83',
    message: 'gate: green, 2026-01-02',
    color: 'brightgreen',
  });
});

test('a replay that fails is red, a model is blue whatever it scores', () => {
  expect(badgeOf(headlineAmong(exampleRun()), after(0))).toMatchObject({
    message: 'gate: red, 2026-01-02',
    color: 'red',
  });
  const model = exampleRun({ config: { adapter: 'claude', model: 'a model' } });
  expect(badgeOf(headlineAmong(model), after(0))).toMatchObject({
    label: 'webvoyager: a model on playwright 0.0.83',
    message: '1 / 2 (9–91 % on these tasks), 2026-01-02',
    color: 'blue',
  });
});

test('a row that is not attested says its result all the same, in grey, and that it is not', () => {
  const [found] = standingsOf([
    {
      schema: 'contract-bench.results.v2',
      sha: '0000001',
      commit: { date: null, parents: [] },
      runs: [exampleRun({ episodes: passing })],
    },
  ]).flatMap((group) => group.rows.map((row) => ({ group, row })));
  expect(badgeOf(found ?? null, after(0))).toMatchObject({
    message: 'gate: green, 2026-01-02, not attested',
    color: 'lightgrey',
  });
});

test('a server has a badge of what it can do and one of what a task costs, grey after thirty days', () => {
  const results = join(import.meta.dirname, '../../results');
  const capabilities = readCapabilitiesRecords(results);
  const board = serverBoard({
    servers: readServersRecords(results),
    capabilities,
    channels: [],
    suiteOf: (task) => (task.startsWith('task-') ? 'webvoyager' : 'fixtures'),
  });
  const at = (days: number) => {
    const newest = Math.max(...capabilities.map((record) => Date.parse(record.at)));
    return { asOf: new Date(newest + days * day).toISOString() };
  };
  const badges = new Map(serverBadges(board, (id) => id, at(0)));
  expect(badges.get('playwright')).toMatchObject({
    label: expect.stringMatching(/^Playwright MCP \d/),
    message: expect.stringMatching(/^\d+ of 40 by its tools$/),
    color: 'blue',
  });
  expect(badges.get('playwright.tokens')?.message).toMatch(/^\d,\d{3} tokens per task \(\w+\)$/);
  expect(badges.size).toBe(2 * board.servers.length + board.releases.length);
  const earlier = board.releases.find(({ isNewest, cost }) => !isNewest && cost.server.id === 'playwright');
  const { version } = earlier?.cost.server ?? {};
  expect(badges.get(`playwright-${version}.tokens`)).toMatchObject({
    label: `Playwright MCP ${version}`,
    message: expect.stringMatching(/tokens per task/),
  });
  const old = new Map(serverBadges(board, (id) => id, at(40)));
  expect(old.get('playwright')?.color).toBe('lightgrey');
});

test('a badge turns grey after thirty days and not before', () => {
  const headline = headlineAmong(exampleRun({ episodes: passing }));
  expect(badgeOf(headline, after(30 * day)).color).toBe('brightgreen');
  expect(badgeOf(headline, after(30 * day + 1)).color).toBe('lightgrey');
});

test('without a run the badge says so in grey', () => {
  expect(badgeOf(headlineOf([], []), { asOf: null })).toEqual({
    label: 'contract-bench',
    message: 'no attested run yet',
    color: 'lightgrey',
  });
});

test('an invented score says that it is one', () => {
  const stamp = { ...after(0), synthetic: true as const };
  expect(badgeOf(headlineAmong(exampleRun()), stamp).label).toMatch(/^SYNTHETIC /);
  expect(badgeOf(null, stamp).label).toMatch(/^SYNTHETIC /);
});

test('a model comes before a replay, the default server before another, the first suite before the second', () => {
  const replay = exampleRun({ runId: 'replay' });
  const server = { id: 'other', package: null, version: '1', toolsSha256: null };
  const other = exampleRun({ runId: 'other', config: { server }, startedAt: '2026-01-05T00:00:00Z' });
  const second = exampleRun({ runId: 'second', suite: 'fixtures', startedAt: '2026-01-06T00:00:00Z' });
  const better = exampleRun({ runId: 'better', config: { model: 'a' }, episodes: passing });
  const failing = [exampleFailure()];
  const worse = exampleRun({
    runId: 'worse',
    config: { model: 'b' },
    startedAt: '2026-01-07T00:00:00Z',
    episodes: failing,
  });
  const shown = (...runs: Run[]) => headlineAmong(...runs)?.row.runId;
  expect(shown(replay, other, second, better, worse)).toBe('better');
  expect(shown(replay, other, second)).toBe('replay');
  expect(shown(other, second)).toBe('second');
  expect(shown(other)).toBe('other');
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a broken attribute', '"><img src=x onerror=alert(1)>'],
  ['a control of direction', 'שלום\u202eabc'],
  ['what XML has no place for', '\u0000\ud800'],
  ['10 kB', 'w'.repeat(10_000)],
])('a badge with %s in it is well-formed and bounded', async (_, hostile) => {
  const svg = badgeSvg(badgeOf(headlineAmong(exampleRun({ config: { model: hostile } })), after(0)));
  expect(await xmlFault(svg)).toBeNull();
  expect(svg).not.toMatch(/<script|<img|\u202e/);
  expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThan(1200);
});
