import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import type { Result, ResultsFile, Run } from '../records/result.ts';
import { differenceInterval, relationOf, relationsOf, resolutionOf } from './relation.ts';
import { accountOf, standingsOf } from './standings.ts';

const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00Z`;
const commitOf = (n: number, ...runs: Run[]): ResultsFile => ({
  schema: 'contract-bench.results.v2',
  sha: `000000${n.toString(16).padStart(2, '0')}`,
  commit: { date: day(n), parents: [] },
  runs,
});
const passing = [exampleResult({ taskId: 'a' }), exampleResult({ taskId: 'b' })];
const failing = [exampleResult({ taskId: 'a' }), exampleFailure({ taskId: 'b' })];
const rowsOf = (...history: ResultsFile[]) => standingsOf(history).flatMap(({ rows }) => rows);
const server = (version: string) => ({
  id: 'playwright',
  package: '@playwright/mcp',
  version,
  toolsSha256: null,
});

test('an empty history has no standings', () => {
  expect(standingsOf([])).toEqual([]);
});

test('the newest commit’s run stands, the earlier scores are its history', () => {
  const [row, ...others] = rowsOf(
    commitOf(1, exampleRun({ episodes: failing })),
    commitOf(2, exampleRun({ episodes: passing })),
  );
  expect(others).toEqual([]);
  expect(row).toMatchObject({ sha: '00000002', date: day(2), score: { passed: 2, total: 2 } });
  expect(row?.history.map(({ sha, passed, total }) => [sha, passed, total])).toEqual([
    ['00000001', 1, 2],
    ['00000002', 2, 2],
  ]);
});

test('of two runs of one commit the later one stands, in whatever order they are kept', () => {
  const early = exampleRun({ runId: 'early', startedAt: day(3) });
  const late = exampleRun({ runId: 'late', startedAt: day(4) });
  expect(rowsOf(commitOf(1, late, early))[0]?.runId).toBe('late');
});

test.each<[string, Run]>([
  ['incomplete', exampleRun({ complete: false })],
  ['dirty', exampleRun({ environment: { gitDirty: true } })],
  ['partial', exampleRun({ config: { partial: true } })],
  ['a rehearsal', exampleRun({ config: { rehearsal: true } })],
  ['a shard', exampleRun({ config: { shard: { index: 1, count: 2, episodes: 4, before: 0, save: true } } })],
])('a run that is %s neither stands nor is a point of a history', (_, run) => {
  expect(standingsOf([commitOf(1, run)])).toEqual([]);
  expect(rowsOf(commitOf(1, exampleRun()), commitOf(2, run))).toEqual(rowsOf(commitOf(1, exampleRun())));
});

test.each<[string, Run, boolean | null, number | null]>([
  ['says neither', exampleRun({ config: { keyVersion: 1 } }), null, null],
  ['saw a quiet machine', exampleRun({ environment: { contended: false } }), false, 0],
  ['saw a busy machine', exampleRun({ environment: { contended: true } }), true, 0],
])('a row of a run that %s keeps what is not recorded as null', (_, run, contended, retries) => {
  expect(rowsOf(commitOf(1, run))[0]).toMatchObject({ contended, retries });
});

test('runs of other kinds stand apart, and what they share is that they were asked the same', () => {
  const { limits } = exampleRun().config;
  const groups = standingsOf([
    commitOf(
      1,
      exampleRun({ runId: 'ceiling', config: { kind: 'oracle', adapter: 'oracle' } }),
      exampleRun({ runId: 'floor', config: { kind: 'baseline', adapter: 'noop' } }),
      exampleRun({
        runId: 'shorter',
        config: { kind: 'oracle', adapter: 'oracle', limits: { ...limits, maxSteps: 3 } },
      }),
    ),
  ]);
  const keyed = Map.groupBy(groups, ({ askedKey }) => askedKey);
  expect(groups).toHaveLength(3);
  expect([...keyed.values()].map((each) => each.map(({ kind }) => kind).sort()).sort()).toEqual([
    ['baseline', 'oracle'],
    ['oracle'],
  ]);
});

test('versions of a server, models and adapters are rows of one group, best first', () => {
  const [group, ...others] = standingsOf([
    commitOf(1, exampleRun({ runId: 'old', episodes: failing, config: { server: server('1') } })),
    commitOf(2, exampleRun({ runId: 'new', episodes: passing, config: { server: server('2') } })),
  ]);
  expect(others).toEqual([]);
  expect(group?.rows.map((row) => row.server.version)).toEqual(['2', '1']);
  expect(new Set(group?.rows.map(({ id }) => id)).size).toBe(2);
});

test('nothing goes from one comparability key to another', () => {
  const groups = standingsOf([
    commitOf(1, exampleRun({ episodes: failing })),
    commitOf(2, exampleRun({ episodes: passing, config: { tasksSha256: sha256('new tasks') } })),
  ]);
  expect(
    groups.map(({ superseded, rows }) => [superseded, rows.map(({ history }) => history.length)]),
  ).toEqual([
    [false, [1]],
    [true, [1]],
  ]);
});

const passingFirst = (passed: number) =>
  Array.from({ length: 10 }, (_, n) =>
    (n < passed ? exampleResult : exampleFailure)({ taskId: `task-${String(n).padStart(2, '0')}` }),
  );
const ofModel = { adapter: 'claude', model: 'some-model' };
const runOf = (version: string, passed: number, tasks = 'ten tasks') =>
  exampleRun({
    runId: `v${version}`,
    episodes: passingFirst(passed),
    config: { ...ofModel, server: server(version), tasksSha256: sha256(tasks) },
  });

test('rows share a rank unless one is better by more than chance', () => {
  const rankOf = (...runs: Run[]) =>
    rowsOf(commitOf(1, ...runs)).map(({ rank, score }) => [score.passed, rank]);
  expect(rankOf(runOf('1', 4), runOf('2', 10))).toEqual([
    [10, 1],
    [4, 2],
  ]);
  expect(rankOf(runOf('1', 5), runOf('2', 10))).toEqual([
    [10, 1],
    [5, 1],
  ]);
});

test.each([
  ['replay', 'replay', 2, true],
  ['oracle', 'oracle', 2, true],
  ['baseline', 'keyword', 2, true],
  // The second task passes one of two trials.
  ['baseline', 'keyword', 1, false],
  ['control', 'noop', 0, true],
  ['baseline', 'random', 2, false],
  ['agent', 'agent', 2, false],
] as const)(
  'a row of a %s by %s that passes %i of 2 is deterministic: %s',
  (kind, adapter, passed, deterministic) => {
    const episodes = [
      exampleResult({ taskId: 'a' }),
      ...[1, 2].map((trial) => (trial <= passed ? exampleResult : exampleFailure)({ taskId: 'b', trial })),
    ];
    const [group] = standingsOf([
      commitOf(
        1,
        exampleRun({ runId: 'one', episodes, config: { kind, adapter } }),
        exampleRun({ runId: 'two', episodes, config: { kind, adapter, server: server('2') } }),
      ),
    ]);
    const isRanked = kind === 'agent';
    expect(group?.resolution === null).toBe(!isRanked);
    for (const row of group?.rows ?? []) {
      expect(row).toMatchObject({ deterministic, rank: isRanked ? 1 : null, rankTo: isRanked ? 2 : null });
      expect([row.score.wilson95 === null, row.population95 === null]).toEqual([
        deterministic,
        deterministic && kind !== 'baseline',
      ]);
    }
  },
);

test('no rank goes from one comparability key to another', () => {
  const rows = rowsOf(commitOf(1, runOf('1', 0), runOf('2', 10, 'other tasks')));
  expect(rows.map(({ rank }) => rank)).toEqual([1, 1]);
});

test('a group says what its tasks and rows can resolve', () => {
  const resolutionOf = (...runs: Run[]) => standingsOf([commitOf(1, ...runs)])[0]?.resolution;
  expect(resolutionOf(runOf('1', 9), runOf('2', 10))).toBeCloseTo(0.297, 3);
  expect(resolutionOf(exampleRun({ episodes: passing }))).toBeNull();
});

test('medians have an interval where episodes are independent, that is with one trial a task', () => {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const medianOf = (trials: number) =>
    rowsOf(
      commitOf(
        1,
        exampleRun({ config: { trials }, episodes: tasks.map((taskId) => exampleResult({ taskId })) }),
      ),
    )[0]?.toolCalls;
  expect(medianOf(1)).toEqual({ median: 4, interval95: [4, 4] });
  expect(medianOf(2)).toEqual({ median: 4, interval95: null });
});

test('another number of trials supersedes nothing, nor do other seeds', () => {
  const groups = standingsOf([
    commitOf(1, exampleRun()),
    commitOf(2, exampleRun({ config: { trials: 5 } })),
    commitOf(3, exampleRun({ config: { worldSeeds: [1, 2] } })),
    commitOf(4, exampleRun({ config: { worldSeeds: [1] } })),
  ]);
  expect(groups.map(({ superseded, worldSeeds }) => [superseded, worldSeeds])).toEqual([
    [false, [1]],
    [false, [1, 2]],
    [false, null],
    [false, null],
  ]);
});

test('model rows and replay rows are never in one group', () => {
  const model = exampleRun({ runId: 'm', config: { adapter: 'claude', model: 'some-model' } });
  const groups = standingsOf([commitOf(1, exampleRun(), model)]);
  expect(groups.map(({ kind, rows }) => [kind, rows.length])).toEqual(
    expect.arrayContaining([
      ['model', 1],
      ['replay', 1],
    ]),
  );
});

test('a long history keeps its last 1,000 points', () => {
  const run = exampleRun({ episodes: passing });
  const history = function* () {
    for (let n = 1; n <= 1200; n++) yield { ...commitOf(1, run), sha: n.toString(16).padStart(8, '0') };
  };
  const points = standingsOf(history())[0]?.rows[0]?.history;
  expect(points).toHaveLength(1000);
  expect(points?.at(-1)?.sha).toBe('000004b0');
});

test('every run that may stand is a point of exactly one row', () => {
  const run = fc
    .record({ complete: fc.boolean(), version: fc.constantFrom('1', '2'), trials: fc.constantFrom(1, 2) })
    .map(({ complete, version, trials }) =>
      exampleRun({ complete, config: { server: server(version), trials } }),
    );
  fc.assert(
    fc.property(fc.array(run, { maxLength: 20 }), (runs) => {
      const rows = rowsOf(...runs.map((one, index) => commitOf(index + 1, one)));
      const points = rows.reduce((sum, { history }) => sum + history.length, 0);
      expect(points).toBe(runs.filter(({ complete }) => complete).length);
    }),
    { numRuns: 50 },
  );
});

const row = (passes: readonly number[]) =>
  passes.map((passed, task) => ({ taskId: String(task), passed, total: 8 }));
const [a, b, c] = [row([8, 8, 6, 2]), row([7, 3, 6, 2]), row([0, 0, 1, 0])];

test('rows are not told apart below the smallest difference that is, or the half-width of the intervals where none is', () => {
  expect(resolutionOf([a])).toBeNull();
  const [low, high] = differenceInterval(a, b, relationOf(a, b));
  expect(resolutionOf([a, b])).toBeCloseTo((high - low) / 2, 12);
  // 24, 18 and 1 of 32.
  expect(resolutionOf([a, b, c])).toBeCloseTo(17 / 32, 12);
});

test('no pair of a table that is told apart is closer than its caption says', () => {
  const table = fc.array(fc.array(fc.nat(3), { minLength: 10, maxLength: 10 }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(table, (passes) => {
      const rows = passes.map((each) =>
        each.map((passed, task) => ({ taskId: String(task), passed, total: 3 })),
      );
      const [relations, resolution] = [relationsOf(rows), resolutionOf(rows) ?? 0];
      for (const [first] of rows.entries())
        for (const [second] of rows.entries()) {
          const relation = first === second ? null : relations(first, second);
          if (relation && Math.abs(relation.difference) < resolution)
            expect(relation.verdict).toBe('not apart');
        }
    }),
    { numRuns: 20 },
  );
});

/** Two tasks in three trials: one passed always, one once. */
const six = [1, 2, 3].flatMap((trial) => [
  exampleResult({ taskId: 'a', trial }),
  (trial === 1 ? exampleResult : exampleFailure)({ taskId: 'b', trial }),
]);
const of = (episodes: Result[], trials = 1) => accountOf(exampleRun({ episodes, config: { trials } }));

test('all of three trials and at least one of three are the mean over the tasks; one trial has neither', () => {
  expect(of(six, 3).passK).toEqual({ k: 3, all: 0.5, once: 1 });
  expect(of(six.slice(0, 2)).passK).toBeNull();
});

test('what an agent says of itself is counted where it says something and was judged', () => {
  const { selfReport } = of([
    exampleResult({ selfReport: true }),
    exampleFailure({ selfReport: true }),
    exampleFailure({ selfReport: false }),
    exampleFailure({ selfReport: null }),
    exampleFailure({ selfReport: true, status: 'tool_error' }),
  ]);
  expect(selfReport).toEqual({
    ...{ reported: 3, claimed: 2, passed: 1 },
    ...{ falseSuccesses: 1, falseSuccessRate: 1 / 3 },
  });
  expect(of([exampleResult()]).selfReport).toBeNull();
});

test('failures are counted by how they ended, the most frequent first, and those lost to us apart', () => {
  const account = of([
    exampleResult(),
    exampleFailure({ status: 'tool_error' }),
    exampleFailure({ status: 'max_steps' }),
    exampleFailure({ status: 'max_steps' }),
  ]);
  expect(Object.entries(account.statuses)).toEqual([
    ['max_steps', 2],
    ['tool_error', 1],
  ]);
  expect(account.counts).toEqual({ episodes: 4, passed: 1, failed: 2, errored: 1 });
});

test('a task costs the mean of what is known, and what nobody knows is not 0', () => {
  const some = of([exampleResult({ usd: 0.2 }), exampleResult({ usd: 0.4 }), exampleResult({ usd: null })]);
  expect(some).toMatchObject({ usdPerTask: 0.3, usdKnown: 2 });
  expect(of([exampleResult()])).toMatchObject({ usdPerTask: null, usdKnown: 0 });
});
