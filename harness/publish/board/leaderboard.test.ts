import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { series, seriesCsv } from '../../../site/data/series.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { readReferences } from '../../results/records/references.ts';
import type { ResultsFile, Run } from '../../results/records/result.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { leaderboard, leaderboardCsv, relationsFile } from './leaderboard.ts';

const references = readReferences(join(import.meta.dirname, '../../../results/references.json'));
const stamp = { asOf: '2026-01-02T03:04:05.000Z' };

test('a row has the measured values, and null for others', () => {
  const standings = standingsOf(commits([exampleRun()]));
  const row = leaderboard(standings, [], stamp).groups[0]?.rows[0];
  expect(row).toMatchObject({
    rank: null,
    rankTo: null,
    deterministic: true,
    adapter: 'replay',
    model: null,
    server: { id: 'playwright', version: '0.0.83' },
    score: { passed: 1, total: 2, wilson95: null },
    durationMs: { median: 1234.5, interval95: null },
    usd: null,
    sha: '0000000',
    runId: 'run-1',
  });
  expect(row).not.toHaveProperty('history');
  const [head = '', line = ''] = leaderboardCsv(standings, stamp).split('\r\n');
  const cells = line.split(',');
  expect(cells[head.split(',').indexOf('usd')]).toBe('');
  for (const name of ['rank', 'rankTo', 'rateLow95', 'populationHigh95'])
    expect(cells[head.split(',').indexOf(name)]).toBe('');
});

test('each pair of rows of a table occurs once, in a separate file; only agents have pairs', () => {
  const played = [10, 4, 0].map((passed) =>
    exampleRun({
      runId: `passed-${passed}`,
      config: { adapter: 'claude', model: `passes ${passed}` },
      episodes: Array.from({ length: 10 }, (_, n) =>
        (n < passed ? exampleResult : exampleFailure)({ taskId: `task-${n}` }),
      ),
    }),
  );
  const standings = standingsOf(commits(played));
  const [group] = relationsFile(standings, stamp).groups;
  expect(leaderboard(standings, [], stamp).groups[0]).not.toHaveProperty('relations');
  expect(group?.rows.map(({ runId }) => runId)).toEqual(['passed-10', 'passed-4', 'passed-0']);
  expect(group?.pairs).toBe(3);
  expect(
    group?.triangle.map((rest) => rest.map((pair) => [pair?.verdict, pair?.wins, pair?.losses])),
  ).toEqual([
    [
      ['not apart', 6, 0],
      ['better', 10, 0],
    ],
    [['not apart', 4, 0]],
    [],
  ]);
  expect(group?.triangle[0]?.[1]?.p).toBeCloseTo(0.00586, 5);
  const server = { id: 'playwright', package: null, version: '2', toolsSha256: null };
  for (const kind of ['replay', 'baseline', 'oracle'] as const) {
    const pair = standingsOf(
      commits([exampleRun({ config: { kind } }), exampleRun({ config: { kind, server } })]),
    );
    expect(pair[0]?.rows).toHaveLength(2);
    expect(relationsFile(pair, stamp).groups).toEqual([]);
  }
});

test('a row has its agent, price and results of all trials', () => {
  const price = {
    input: 1,
    output: 5,
    cacheRead: 0.1,
    cacheWrite: 1.2,
    date: '2026-01-01',
    source: 'table',
  } as const;
  const episodes = [1, 2].flatMap((trial) => [
    exampleResult({ taskId: 'a', trial, usd: 0.1, selfReport: true }),
    (trial === 1 ? exampleResult : exampleFailure)({ taskId: 'b', trial, usd: 0.2, selfReport: true }),
  ]);
  const run = exampleRun({ episodes, config: { adapter: 'claude', model: 'a model', trials: 2, price } });
  const standings = standingsOf(commits([run]));
  expect(leaderboard(standings, [], stamp).groups[0]?.rows[0]).toMatchObject({
    agent: { id: 'claude' },
    modelAnswered: 'a model',
    suite: 'webvoyager',
    edition: 1,
    price,
    counts: { episodes: 4, passed: 3, failed: 1, errored: 0 },
    statuses: { failed: 1 },
    passK: { k: 2, all: 0.5, once: 1 },
    usdPerTask: 0.15,
    usdPerSuccess: 0.2,
    usdKnown: 4,
    selfReport: { reported: 4, claimed: 4, passed: 3, falseSuccesses: 1, falseSuccessRate: 0.25 },
  });
  const [head = '', line = ''] = leaderboardCsv(standings, stamp).split('\r\n');
  const cells = line.split(',');
  for (const [name, value] of [
    ['allTrials', '0.5'],
    ['usdPerSuccess', '0.2'],
    ['falseSuccesses', '1'],
    ['priceDate', '2026-01-01'],
  ])
    expect(cells[head.split(',').indexOf(name ?? '')]).toBe(value);
});

test('published results of others are unranked, not comparable, and say why', () => {
  const { references: published, groups } = leaderboard([], references, stamp);
  expect(groups).toEqual([]);
  expect(published).toHaveLength(9);
  for (const reference of published) {
    expect(reference.comparable).toBe(false);
    expect(reference).not.toHaveProperty('rank');
    expect(reference.reasons.length).toBeGreaterThanOrEqual(3);
    expect(reference.sentence).toContain('not directly comparable');
  }
});

test('an invented history is marked, a measured one is not', () => {
  expect(leaderboard([], [], { ...stamp, synthetic: true })).toHaveProperty('synthetic', true);
  expect(leaderboard([], [], stamp)).not.toHaveProperty('synthetic');
});

test('every group and series has one comparability key, and no part of the history is lost', () => {
  const choice = fc.record({
    adapter: fc.constantFrom('mock', 'noop'),
    judge: fc.constantFrom(1, 2),
    trials: fc.constantFrom(1, 2),
    suite: fc.constantFrom('webvoyager', 'fixtures'),
  });
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 12 }), (choices) => {
      const runs = choices.map(({ suite, ...config }, index) =>
        exampleRun({ runId: `run-${index}`, suite, config, episodes: [exampleResult()] }),
      );
      const keyOf = new Map(runs.map(({ runId, config }) => [runId, config.comparabilityKey]));
      const standings = standingsOf(commits(...runs.map((run) => [run])));
      for (const { comparabilityKey, rows } of leaderboard(standings, [], stamp).groups)
        for (const { runId } of rows) expect(keyOf.get(runId)).toBe(comparabilityKey);
      const all = series(standings, stamp).series;
      for (const { comparabilityKey, points } of all)
        for (const { runId } of points) expect(keyOf.get(runId)).toBe(comparabilityKey);
      expect(new Set(all.map(({ standingId }) => standingId)).size).toBe(all.length);
      expect(all.flatMap(({ points }) => points)).toHaveLength(runs.length);
      for (const line of seriesCsv(standings, stamp).split('\r\n').slice(1, -1))
        expect(line.startsWith(`${keyOf.get(/run-\d+/.exec(line)?.[0] ?? '')},`)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

/** One commit for each list of runs, oldest first. */
function commits(...lists: Run[][]): ResultsFile[] {
  return lists.map((runs, index) => ({
    schema: 'contract-bench.results.v2',
    sha: String(index).padStart(7, '0'),
    commit: { date: null, parents: [] },
    runs,
  }));
}
