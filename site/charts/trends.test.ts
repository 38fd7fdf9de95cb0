import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { mulberry32 } from '../../harness/results/statistics/statistics.ts';
import { trendFigure } from './trend-figure.ts';
import { evidenceWords, stepWords, trendsOf } from './trends.ts';

const shaOf = (index: number) => (index + 1).toString(16).padStart(40, '0');

/** One run at each commit, whose only episode took so long; null has no price. */
function historyOf(
  runs: readonly {
    durationMs?: number;
    usd?: number | null;
    judge?: number;
    server?: string;
    version?: string;
  }[],
): ResultsFile[] {
  return runs.map(
    ({ durationMs = 1000, usd = null, judge = 1, server = 'playwright', version = '1' }, index) => ({
      schema: 'contract-bench.results.v2',
      sha: shaOf(index),
      commit: { date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(), parents: [] },
      runs: [
        exampleRun({
          runId: `run-${index}-${judge}-${server}`,
          startedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
          episodes: [exampleResult({ durationMs, usd })],
          config: { judge, server: { id: server, package: null, version, toolsSha256: null } },
        }),
      ],
    }),
  );
}

const trendsOfHistory = (history: ResultsFile[]) => trendsOf(standingsOf(history)).flat();

test('a lasting change is named with its commit and both levels', () => {
  const durations = Array.from({ length: 40 }, (_, index) => (index < 25 ? 2000 : 3000) + (index % 3) * 10);
  const [trend] = trendsOfHistory(historyOf(durations.map((durationMs) => ({ durationMs }))));
  expect(trend?.steps.map(({ measure, point }) => [measure, point.sha])).toEqual([['durationMs', shaOf(25)]]);
  expect(trend?.steps.map(stepWords)).toEqual(['median duration rose from 2.0 s to 3.0 s (+49.8 %)']);
});

test('a change that comes with a new version of the server is found, and the version named', () => {
  const runs = Array.from({ length: 40 }, (_, index) => ({
    durationMs: (index < 20 ? 2000 : 3000) + (index % 3) * 10,
    version: index < 20 ? '0.0.83' : '0.0.84',
  }));
  const trends = trendsOfHistory(historyOf(runs));
  expect(trends.map(({ points }) => points.length)).toEqual([40]);
  expect(trends[0]?.steps.map(stepWords)).toEqual([
    'median duration rose from 2.0 s to 3.0 s (+49.8 %), with playwright 0.0.84',
  ]);
});

test('what was not measured is no value, and the step is at the commit where it is', () => {
  const runs = Array.from({ length: 60 }, (_, index) => ({
    usd: index % 3 === 1 ? null : index < 30 ? 0.2 : 0.1,
  }));
  const [trend] = trendsOfHistory(historyOf(runs));
  expect(trend?.steps.map(({ measure, direction, point }) => [measure, direction, point.sha])).toEqual([
    ['usd', 'fell', shaOf(30)],
  ]);
  const { figure } = trendFigure(trend ? [trend] : [], 'model', 1000);
  expect(figure.lines[0]?.points[1]?.cells.at(-1)).toEqual({
    value: null,
    text: 'not measured',
    interval: null,
    step: null,
  });
  expect(figure.lines[0]?.points[30]?.cells.at(-1)?.step).toBe('fell');
});

test('there is no chart of cost where nothing had a price', () => {
  const ids = (usd: number | null) =>
    trendFigure(trendsOfHistory(historyOf([{ usd }])), 'model', 1000).charts.map(({ id }) => id);
  expect(ids(null)).not.toContain('cost-trend');
  expect(ids(0)).toContain('cost-trend');
});

test('the score of a step is written as passes, and has no percent of percents', () => {
  const point = historyOf([{}]).flatMap((file) => trendsOfHistory([file]))[0]?.points[0];
  if (!point) throw new Error('a run is a point');
  const step = {
    measure: 'score',
    direction: 'fell',
    before: 1,
    after: 0.9,
    p: 0.00043,
    runsBefore: 20,
    runsAfter: 5,
    upgrade: null,
  } as const;
  expect(stepWords({ ...step, point: { ...point, passed: 27, total: 30 } })).toBe(
    'score fell from 30 / 30 to 27 / 30',
  );
  expect(evidenceWords({ ...step, point })).toBe('p = 0.0004, 20 runs before, 5 after');
  expect(evidenceWords({ ...step, point, p: 2e-9, runsBefore: 1 })).toBe('p < 0.0001, 1 run before, 5 after');
});

/** Ten tasks at each commit, the passes of each replayed by one version of a server. */
function scoresOf(runs: readonly { passed: number; version: string }[]): ResultsFile[] {
  const tasks = Array.from({ length: 10 }, (_, task) => task);
  return historyOf(runs).map((file, index) => ({
    ...file,
    runs: file.runs.map((run) => ({
      ...run,
      episodes: tasks.map((task) => {
        const success = task < (runs[index]?.passed ?? 0);
        return exampleResult({ taskId: `task-${task}`, success, status: success ? 'passed' : 'failed' });
      }),
    })),
  }));
}

/** Of 0.0.83 twenty runs that pass whole, of 0.0.84 so many more of them, and twenty that pass six of ten. */
const upgraded = (late: number) =>
  Array.from({ length: 40 }, (_, index) => ({
    passed: index < 20 ? 10 : 6,
    version: index < 20 - late ? '0.0.83' : '0.0.84',
  }));

test.each([
  [0, ', with playwright 0.0.84'],
  [1, ', 1 run after playwright 0.0.84'],
  [3, ', 3 runs after playwright 0.0.84'],
  [-2, ', 2 runs before playwright 0.0.84'],
  [4, ''],
])('a score that falls %i runs after the first of a new version says so', (late, words) => {
  const trends = trendsOfHistory(scoresOf(upgraded(late)));
  expect(trends).toHaveLength(1);
  expect(trends[0]?.steps.map(({ point }) => point.sha)).toEqual([shaOf(20)]);
  expect(trends[0]?.steps.map(stepWords)).toEqual([`score fell from 10 / 10 to 6 / 10${words}`]);
  expect(trends[0]?.steps.map(evidenceWords)).toEqual(['p < 0.0001, 20 runs before, 20 after']);
});

test('a recovery soon after the fall that came with a version did not come with it', () => {
  const runs = Array.from({ length: 43 }, (_, index) => ({
    passed: index >= 20 && index < 23 ? 4 : 10,
    version: index < 20 ? '0.0.83' : '0.0.84',
  }));
  expect(trendsOfHistory(scoresOf(runs))[0]?.steps.map(stepWords)).toEqual([
    'score fell from 10 / 10 to 4 / 10, with playwright 0.0.84',
    'score rose from 4 / 10 to 10 / 10',
  ]);
});

test('the table says where a version begins, and which there were', () => {
  const trends = trendsOfHistory(scoresOf(upgraded(0)));
  const { figure } = trendFigure(trends, 'replay', 1000);
  const marked = figure.lines[0]?.points.filter(({ mark }) => mark !== undefined);
  expect(marked?.map(({ sha, mark }) => [sha, mark])).toEqual([[shaOf(20), '0.0.84']]);
  expect(trends[0]?.versions.map(({ version, first, runs }) => [version, first.sha, runs])).toEqual([
    ['0.0.83', shaOf(0), 20],
    ['0.0.84', shaOf(20), 20],
  ]);
});

test('a score has the interval of its passes, but not of a replay', () => {
  const trends = trendsOfHistory(scoresOf([{ passed: 8, version: '1' }]));
  const intervalsOf = (kind: 'model' | 'replay') =>
    trendFigure(trends, kind, 1000).figure.lines[0]?.points[0]?.cells.map(({ interval }) => interval);
  // Wilson of 8 of 10; nothing else that is measured has one.
  expect(intervalsOf('model')?.[0]?.map((bound) => bound.toFixed(3))).toEqual(['0.490', '0.943']);
  expect(
    intervalsOf('model')
      ?.slice(1)
      .filter((interval) => interval !== null),
  ).toEqual([]);
  expect(intervalsOf('replay')?.[0]).toBeNull();
});

test('groups of one page are tested together', () => {
  const fall = scoresOf(
    Array.from({ length: 14 }, (_, index) => ({ passed: index < 8 ? 10 : index % 2 ? 9 : 8, version: '1' })),
  );
  const random = mulberry32(4);
  const noise = Array.from({ length: 60 }, (_, judge) =>
    historyOf(Array.from({ length: 14 }, () => ({ durationMs: 1000 + 500 * random(), judge: judge + 2 }))),
  );
  const alone = standingsOf(fall);
  const page = [...alone, ...noise.flatMap((history) => standingsOf(history))];
  expect(trendsOf(alone).flat()[0]?.steps).toHaveLength(1);
  expect(trendsOf(page).flat()[0]?.steps).toEqual([]);
});

test('no line spans two comparability keys, and no chart shows two', () => {
  const run = fc.record({
    judge: fc.integer({ min: 1, max: 3 }),
    server: fc.constantFrom('playwright', 'openchrome'),
  });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 30 }), (runs) => {
      const history = historyOf(runs);
      const keyOf = new Map(history.map(({ sha, runs: [run] }) => [sha, run?.config.comparabilityKey]));
      let points = 0;
      for (const group of standingsOf(history)) {
        const { figure } = trendFigure(trendsOf([group]).flat(), group.kind, 1000);
        for (const { sha } of figure.lines.flatMap((line) => line.points)) {
          expect(keyOf.get(sha)).toBe(group.comparabilityKey);
          points += 1;
        }
      }
      expect(points).toBe(runs.length);
    }),
    { numRuns: 30 },
  );
});
