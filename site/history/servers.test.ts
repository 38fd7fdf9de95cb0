import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run, RunConfig } from '../../harness/results/records/result.ts';
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { compareServers, serverBoard } from './servers.ts';

const none = { calls: 0, p50Ms: null, p95Ms: null };

function record(id: string, version: string, tokens: readonly (number | null)[]): ServersRecord {
  return {
    schema: 'contract-bench.servers.v1',
    server: { id, title: id, package: null, version },
    browser: 'Chromium 1',
    cpu: 'cpu',
    contended: false,
    sha: null,
    at: '2031-01-01T00:00:00Z',
    tokenizer: { name: 't', encoding: 'e', version: '1' },
    runs: 3,
    toolList: { tools: 1, bytes: 1, tokens: 1 },
    kinds: { open: none, read: none, act: none, script: none },
    startMs: { median: 1, min: 1, max: 1 },
    serverMb: null,
    browserMb: null,
    pictures: 0,
    errors: 0,
    tasks: tokens.map((each, index) => ({
      taskId: `task-${index}`,
      passed: each !== null,
      calls: 4,
      bytes: (each ?? 1) * 4,
      tokens: each ?? 1,
      ms: 100,
    })),
    cannot: [],
  };
}

test('servers are set beside Playwright MCP over the tasks that both passed, the fewest tokens first', () => {
  const { reference, rows, timesDiffer } = serverBoard([
    record('openchrome', '1.0.0', [200, 400, 7]),
    record('playwright', '0.0.9', [1, 1, 1]),
    record('playwright', '0.0.10', [100, 200, null]),
    record('small', '1.0.0', [50, 100, null]),
  ]);
  expect(reference?.server.version).toBe('0.0.10');
  expect(
    rows.map(({ record: { server }, toReference }) => [server.id, toReference?.tokens?.ratio ?? null]),
  ).toEqual([
    ['small', expect.closeTo(0.5)],
    ['playwright', null],
    ['openchrome', expect.closeTo(2)],
  ]);
  expect(rows[2]?.toReference?.tokens).toMatchObject({
    pairs: 2,
    interval95: [expect.closeTo(2), expect.closeTo(2)],
  });
  expect(timesDiffer).toEqual([]);
});

test('a version stands beside the one before it, by its numbers and not by its letters', () => {
  const { versions, trends } = serverBoard([
    record('playwright', '0.0.10', [90, 90]),
    record('playwright', '0.0.9', [100, 100]),
    record('playwright', '0.0.8', [200, 200]),
    record('small', '1.0.0', [1]),
  ]);
  expect(trends).toEqual([
    {
      title: 'playwright',
      points: [
        { version: '0.0.8', tokens: 1 },
        { version: '0.0.9', tokens: expect.closeTo(0.5) },
        { version: '0.0.10', tokens: expect.closeTo(0.45) },
      ],
    },
  ]);
  expect(
    versions.map(({ record: of, before, ratios }) => [
      of.server.version,
      before.server.version,
      ratios.tokens?.ratio,
    ]),
  ).toEqual([
    ['0.0.10', '0.0.9', expect.closeTo(0.9)],
    ['0.0.9', '0.0.8', expect.closeTo(0.5)],
  ]);
});

test('nothing measured is an empty board; another processor makes times no times of the servers', () => {
  expect(serverBoard([])).toEqual({ reference: null, rows: [], versions: [], trends: [], timesDiffer: [] });
  const other = { ...record('b', '1', [1]), cpu: 'other', contended: true };
  expect(serverBoard([record('a', '1', [1]), other]).timesDiffer).toHaveLength(2);
});

function comparisonOf(runs: Run[]) {
  const standings = standingsOf([
    {
      schema: 'contract-bench.results.v2',
      sha: 'a'.repeat(40),
      commit: { date: '2026-01-01T00:00:00Z', parents: [] },
      runs,
    },
  ]);
  const read = ({ runId }: { runId: string }) => {
    const run = runs.find((each) => each.runId === runId);
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  };
  const [comparison, ...others] = compareServers(standings, read);
  if (!comparison || others.length > 0) throw new Error('the runs stand, under one key');
  return comparison;
}

function runOf(
  id: string,
  { minute = 0, cpu = 'A', ...config }: { minute?: number; cpu?: string } & Partial<RunConfig> = {},
): Run {
  return exampleRun({
    runId: `${id}-${minute}`,
    startedAt: `2026-01-01T00:0${minute}:00Z`,
    episodes: [
      exampleResult({ taskId: 'a', trial: 1, toolCalls: 3, serverErrors: 1 }),
      exampleFailure({ taskId: 'a', trial: 2, toolCalls: 6, serverErrors: 2 }),
    ],
    config: { server: { id, package: null, version: `1.${minute}`, toolsSha256: null }, ...config },
    environment: { cpu },
  });
}

test('the newest version of each server stands for it, by name; what replays nothing does not', () => {
  const { servers } = comparisonOf([
    runOf('playwright', { minute: 1 }),
    runOf('openchrome'),
    runOf('playwright', { minute: 3 }),
    runOf('playwright', { minute: 4, adapter: 'noop' }),
  ]);
  expect(servers.map(({ row }) => [row.server.id, row.server.version])).toEqual([
    ['openchrome', '1.0'],
    ['playwright', '1.3'],
  ]);
});

test('a server from a command line stands beside those of the list that played the same', () => {
  const { group, servers } = comparisonOf([runOf('playwright'), runOf('custom:mine', { minute: 2 })]);
  expect(servers.map(({ row }) => row.server.id)).toEqual(['custom:mine', 'playwright']);
  expect(group.custom).toBe(false);
  expect(comparisonOf([runOf('custom:mine')]).servers).toHaveLength(1);
});

test('of several trials the median of the calls is shown, with how many passed', () => {
  const { servers, taskIds } = comparisonOf([runOf('playwright')]);
  expect(taskIds).toEqual(['a']);
  expect(servers[0]?.serverErrors).toBe(3);
  expect(servers[0]?.byTask.get('a')).toEqual({ calls: 4.5, passed: 1, total: 2 });
});

test('durations are set side by side only of one worker on one processor', () => {
  expect(comparisonOf([runOf('a'), runOf('b')]).timesDiffer).toEqual([]);
  expect(comparisonOf([runOf('a'), runOf('b', { workers: 2 })]).timesDiffer).toEqual([
    expect.stringMatching(/^b: several workers/),
  ]);
  const contended = runOf('b');
  contended.environment.contended = true;
  expect(comparisonOf([runOf('a'), contended]).timesDiffer).toEqual([
    expect.stringMatching(/^b: something else had the processor/),
  ]);
  expect(comparisonOf([runOf('a'), runOf('b', { cpu: 'B' })]).timesDiffer).toEqual([
    'they ran on different processors: A; B',
  ]);
});
