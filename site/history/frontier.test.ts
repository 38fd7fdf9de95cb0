import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { pricedRows } from './frontier.ts';

/** Of four tasks; each episode costs as much. */
const row = (model: string, passed: number, usd: number | null) =>
  exampleRun({
    runId: model,
    episodes: ['a', 'b', 'c', 'd'].map((taskId, at) =>
      (at < passed ? exampleResult : exampleFailure)({ taskId, usd }),
    ),
    config: { model },
  });

const rowsOf = (...runs: ReturnType<typeof row>[]) =>
  standingsOf([
    { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
  ]).flatMap(({ rows }) => rows);

test('cheapest first, with who is beaten by nobody, and without those whose cost is not known', () => {
  const rows = rowsOf(
    row('good', 4, 0.4),
    row('dear', 3, 0.5),
    row('cheap', 2, 0.1),
    row('unknown', 4, null),
  );
  expect(
    pricedRows(rows).map(({ row, usdPerTask, isOnFrontier }) => [row.model, usdPerTask, isOnFrontier]),
  ).toEqual([
    ['cheap', 0.1, true],
    ['good', 0.4, true],
    ['dear', 0.5, false],
  ]);
});

test('along the frontier who costs more passes more, and everyone else is beaten by one on it', () => {
  const found = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(found, (pairs) => {
      const priced = pricedRows(
        rowsOf(...pairs.map(([passed, cents], at) => row(`m${at}`, passed, cents / 100))),
      );
      const frontier = priced.filter(({ isOnFrontier }) => isOnFrontier);
      for (const [at, each] of frontier.entries()) {
        const before = frontier[at - 1];
        if (before && before.usdPerTask < each.usdPerTask) expect(each.rate).toBeGreaterThan(before.rate);
      }
      for (const beaten of priced.filter(({ isOnFrontier }) => !isOnFrontier))
        expect(
          frontier.some(({ rate, usdPerTask }) => rate >= beaten.rate && usdPerTask <= beaten.usdPerTask),
        ).toBe(true);
    }),
    { numRuns: 50 },
  );
});
