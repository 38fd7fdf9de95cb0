import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { rowLineOf } from '../history/contender-lines.ts';
import { lineLength, newestRounds, scoreLineOf } from './score-line.ts';

/** A commit a day; of four tasks so many passed. */
function commit(
  day: number,
  passed: number,
  changes: { version?: string; edition?: number } = {},
): ResultsFile {
  const { version = '1', edition = 1 } = changes;
  const run = exampleRun({
    runId: `run-${day}`,
    startedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    episodes: [0, 1, 2, 3].map((n) => (n < passed ? exampleResult : exampleFailure)({ taskId: `t${n}` })),
    config: {
      model: 'a model',
      edition,
      server: { id: 'playwright', package: '@playwright/mcp', version, toolsSha256: null },
    },
  });
  const sha = day.toString(16).padStart(40, '0');
  return { schema: 'contract-bench.results.v2', sha, commit: { date: null, parents: [] }, runs: [run] };
}

function lineOf(...history: ResultsFile[]) {
  const standings = standingsOf(history);
  const [group] = standings;
  const row = group?.rows[0];
  if (!group || !row) throw new Error('a row');
  return rowLineOf(standings, group, row);
}

test('a line goes on over versions of the server, and by rounds over editions', () => {
  const rounds = lineOf(
    commit(1, 4),
    commit(2, 2, { version: '2' }),
    commit(3, 3, { version: '2', edition: 2 }),
    commit(4, 3, { version: '3', edition: 2 }),
  );
  expect(rounds.map(({ edition, points }) => [edition, points.map(({ runId }) => runId)])).toEqual([
    [1, ['run-1', 'run-2']],
    [2, ['run-3', 'run-4']],
  ]);
  expect(rounds.flatMap(({ points }) => points.map(({ isUpgrade }) => isUpgrade))).toEqual([
    ...[false, true, false, true],
  ]);
  const line = scoreLineOf(rounds, true);
  expect(line?.rounds[0]?.line).toBe('M0 0L333.3 50');
  expect(line?.rounds[1]?.line).toBe('M666.7 25L1000 25');
  expect(line?.breaks).toEqual([500]);
  expect(line?.upgrades).toEqual([
    { x: 333.3, version: '2' },
    { x: 1000, version: '3' },
  ]);
  // Wilson of 4 of 4 is 51.0 to 100 %, of 2 of 4 15.0 to 85.0 %.
  expect(line?.rounds[0]?.band).toBe('M0 0L333.3 15L333.3 85L0 49Z');
});

test('one run is no line, a replay has no band, and of a long line the newest runs are shown', () => {
  expect(scoreLineOf(lineOf(commit(1, 4)), true)).toBeNull();
  expect(scoreLineOf(lineOf(commit(1, 4), commit(2, 4)), false)?.rounds[0]?.band).toBe('');
  const [point] = lineOf(commit(1, 4))[0]?.points ?? [];
  if (!point) throw new Error('a point');
  const round = (length: number) => ({ key: '', edition: 1, trials: 1, points: Array(length).fill(point) });
  const kept = newestRounds([round(50), round(150), round(lineLength - 20)]);
  expect(kept.map(({ points }) => points.length)).toEqual([20, lineLength - 20]);
});
