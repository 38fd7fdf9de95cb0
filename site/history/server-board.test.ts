import { expect, test } from 'vitest';
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';
import { serverBoard } from './server-board.ts';

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
