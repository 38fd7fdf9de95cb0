import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../harness/examples/example-run.ts';
import type { ResultsFile } from '../../harness/result/result.ts';
import { standingsOf } from '../../harness/standings/standings.ts';
import { trendFigure } from './trend-figure.ts';
import { stepWords, trendsOf } from './trends.ts';

const shaOf = (index: number) => (index + 1).toString(16).padStart(40, '0');
const commitOrder = new Map(Array.from({ length: 100 }, (_, index) => [shaOf(index), index]));

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

const trendsOfHistory = (history: ResultsFile[]) => standingsOf(history).flatMap(trendsOf);

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
  const { figure } = trendFigure(trend ? [trend] : [], commitOrder);
  expect(figure.lines[0]?.points[1]?.cells.at(-1)).toEqual({ value: null, text: 'not measured', step: null });
  expect(figure.lines[0]?.points[30]?.cells.at(-1)?.step).toBe('fell');
});

test('there is no chart of cost where nothing had a price', () => {
  const ids = (usd: number | null) =>
    trendFigure(trendsOfHistory(historyOf([{ usd }])), commitOrder).charts.map(({ id }) => id);
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
    p: 0.001,
    upgrade: null,
  } as const;
  expect(stepWords({ ...step, point: { ...point, passed: 27, total: 30 } })).toBe(
    'score fell from 30 / 30 to 27 / 30',
  );
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
        const { figure } = trendFigure(trendsOf(group), commitOrder);
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
