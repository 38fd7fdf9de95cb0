import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { compareWithBase, slowdownFailures } from './compare-with-base.ts';

const ids = ['a', 'b', 'c'];
const episodesOf = (ms: number, failed: readonly string[] = []): Result[] =>
  ids.map((taskId) => ({
    ...(failed.includes(taskId) ? exampleFailure({ taskId }) : exampleResult({ taskId })),
    durationMs: ms,
  }));
const inFile = (run: Run) => ({ file: 'results/base.json', run });
const base = inFile(exampleRun({ runId: 'base', episodes: episodesOf(1000, ['a']) }));

test('outcomes and times are compared with the newest run of the same key, server and adapter', () => {
  const older = inFile(
    exampleRun({ runId: 'older', startedAt: '2025-01-01T00:00:00Z', episodes: episodesOf(1) }),
  );
  const found = compareWithBase(exampleRun({ runId: 'now', episodes: episodesOf(1500, ['b', 'c']) }), [
    base,
    older,
  ]);
  expect(found).toMatchObject({
    base: { run: { runId: 'base' } },
    outcomes: { wins: 1, losses: 2, ties: 0 },
    times: { medianMs: 1500, baseMedianMs: 1000, slowdown: 1.5, notComparable: null },
  });
});

test('nothing is compared across keys, servers or parts of a suite, nor with the run itself', () => {
  const now = exampleRun({ runId: 'now', episodes: episodesOf(1000) });
  const other = [
    exampleRun({ runId: 'key', episodes: episodesOf(1), config: { judge: 2 } }),
    exampleRun({ runId: 'part', episodes: episodesOf(1), config: { partial: true } }),
    exampleRun({ runId: 'cut', episodes: episodesOf(1).slice(1) }),
    exampleRun({ runId: 'now', episodes: episodesOf(1) }),
  ];
  expect(compareWithBase(now, other.map(inFile))).toBeNull();
});

test('a slowdown fails only above the factor, and only if the times are comparable', () => {
  const failuresAt = (most: number, changes: Parameters<typeof exampleRun>[0] = {}) => {
    const found = compareWithBase(exampleRun({ runId: 'now', episodes: episodesOf(1500), ...changes }), [
      base,
    ]);
    return found ? slowdownFailures(found, most, 'results/now.json') : null;
  };
  expect(failuresAt(1.5)).toEqual([]);
  expect(failuresAt(1.4)).toEqual([
    expect.objectContaining({
      file: 'results/now.json',
      what: 'webvoyager: 1.50 times the time of run base; --max-slowdown is 1.4',
    }),
  ]);
  expect(failuresAt(1.4, { config: { workers: 2 } })).toEqual([]);
  expect(failuresAt(1.4, { environment: { cpu: 'another' } })).toEqual([]);
  expect(failuresAt(1.4, { environment: { contended: true } })).toEqual([]);
});
