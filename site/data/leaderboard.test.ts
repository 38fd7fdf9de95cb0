import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../harness/examples/example-run.ts';
import { readReferences } from '../../harness/result/references.ts';
import type { ResultsFile, Run } from '../../harness/result/result.ts';
import { standingsOf } from '../../harness/standings/standings.ts';
import { leaderboard, leaderboardCsv } from './leaderboard.ts';
import { series, seriesCsv } from './series.ts';

const references = readReferences(join(import.meta.dirname, '../../results/references.json'));
const stamp = { asOf: '2026-01-02T03:04:05.000Z' };

test('a row says what was measured, and what was not is null', () => {
  const standings = standingsOf(commits([exampleRun()]));
  const row = leaderboard(standings, [], stamp).groups[0]?.rows[0];
  expect(row).toMatchObject({
    rank: 1,
    adapter: 'replay',
    model: null,
    server: { id: 'playwright', version: '0.0.83' },
    score: { passed: 1, total: 2 },
    durationMs: { median: 1234.5, interval95: null },
    usd: null,
    sha: '0000000',
    runId: 'run-1',
  });
  expect(row).not.toHaveProperty('history');
  const [head = '', line = ''] = leaderboardCsv(standings, stamp).split('\r\n');
  const cells = line.split(',');
  expect(cells[head.split(',').indexOf('usd')]).toBe('');
  expect(cells[head.split(',').indexOf('rank')]).toBe('1');
});

test('what others published has no rank, says that it cannot be compared, and why', () => {
  const { references: published, groups } = leaderboard([], references, stamp);
  expect(groups).toEqual([]);
  expect(published).toHaveLength(3);
  for (const reference of published) {
    expect(reference.comparable).toBe(false);
    expect(reference).not.toHaveProperty('rank');
    expect(reference.reasons.length).toBeGreaterThanOrEqual(3);
    expect(reference.sentence).toContain('not directly comparable');
  }
});

test('an invented history says so, a measured one has no such word', () => {
  expect(leaderboard([], [], { ...stamp, synthetic: true })).toHaveProperty('synthetic', true);
  expect(leaderboard([], [], stamp)).not.toHaveProperty('synthetic');
});

test('no group and no series holds two comparability keys, and nothing of the history is lost', () => {
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
