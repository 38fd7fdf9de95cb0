import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleRun } from '../examples/example-run.ts';
import { readHistory } from '../records/read-history.ts';
import type { Run } from '../records/result.ts';
import { busyByRecord, MachineTimes } from './machine-times.ts';
import { standingsOf } from './standings.ts';

const at = (runId: string, startedAt: string, more: Parameters<typeof exampleRun>[0] = {}) =>
  exampleRun({ runId, startedAt: `2026-01-02T${startedAt}Z`, durationMs: 60_000, ...more });

function busyOf(runs: readonly Run[]): string[][] {
  const times = new MachineTimes();
  for (const run of runs) times.add(run);
  return runs.map((run) => times.busyOf(run));
}

test('two commands that overlapped on one machine name each other', () => {
  const noop = at('b', '03:00:30', { config: { adapter: 'noop' }, suite: 'town' });
  expect(busyOf([at('a', '03:00:00'), noop])).toEqual([
    ['other runs used the same machine at the same time: noop on playwright (town)'],
    ['other runs used the same machine at the same time: replay on playwright (webvoyager)'],
  ]);
});

test.each<[string, Run[]]>([
  ['one began when the other was over', [at('a', '03:00:00'), at('b', '03:01:00')]],
  ['of two that one command plays in turn', [at('a', '03:00:00'), at('b', '03:00:00', { suite: 'town' })]],
  ['on another machine', [at('a', '03:00:00'), at('b', '03:00:30', { environment: { cpuCount: 4 } })]],
  [
    'of machines of CI, which look alike',
    [at('a', '03:00:00', { environment: { ci: true } }), at('b', '03:00:30', { environment: { ci: true } })],
  ],
])('nothing is concluded: %s', (_, runs) => {
  expect(busyOf(runs)).toEqual([[], []]);
});

test('a command lasts as long as all of its runs', () => {
  const runs = [at('a', '03:00:00'), at('b', '03:00:00', { suite: 'town' }), at('c', '03:01:30')];
  expect(busyOf(runs).map(({ length }) => length)).toEqual([1, 1, 1]);
});

test('a run that recorded its noise is judged by that alone', () => {
  const quiet = { before: 30, during: 33, overlaps: 0 };
  const [own, other] = busyOf([at('a', '03:00:00', { noise: quiet }), at('b', '03:00:30')]);
  expect(own).toEqual([]);
  expect(other).toHaveLength(1);
});

test.each([
  [{ before: 30, during: 44, overlaps: 0 }, []],
  [{ before: 30, during: 50, overlaps: 0 }, ['the machine was 40 % busy, including the browser of the run']],
  [{ before: 30, during: null, overlaps: 2 }, ['2 other runs used the machine during the run']],
])('noise %j says %j', (noise, words) => {
  expect(busyByRecord(exampleRun({ noise }))).toEqual(words);
});

test('what had the processor at the start is said too', () => {
  expect(busyByRecord(exampleRun({ environment: { contended: true } }))).toHaveLength(1);
});

test('of this project’s runs the long one and all eight beside it are marked, those played in turn are not', () => {
  // The later runs were played in turn.
  const history = [...readHistory(path.join(import.meta.dirname, '../../../results'))].filter(
    ({ commit }) => (commit.date ?? '') < '2026-11-24',
  );
  const rows = standingsOf(history).flatMap((group) =>
    group.rows.map((row) => ({ ...row, suite: group.suite })),
  );
  const find = (adapter: string, server: string) =>
    rows.find((row) => row.adapter === adapter && row.server.id === server && row.suite === 'town');
  expect(find('random', 'playwright')?.busy).toEqual([
    expect.stringMatching(
      /^other runs used the same machine at the same time: noop on chrome-devtools \(town\), .* and 5 more$/,
    ),
  ]);
  for (const server of ['chrome-devtools', 'openchrome'])
    for (const adapter of ['noop', 'keyword', 'labels', 'random'])
      expect(find(adapter, server)?.busy.join()).toContain('random on playwright (town)');
  const inTurn = rows.filter(({ startedAt }) => startedAt === '2026-11-23T09:51:58.950Z');
  expect(inTurn.map(({ busy }) => busy)).toEqual([[], []]);
});
