import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run, RunConfig } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { compareServers } from './server-comparison.ts';

function comparisonOf(runs: Run[]) {
  const standings = standingsOf([
    {
      schema: 'contract-bench.results.v2',
      sha: 'a'.repeat(40),
      commit: { date: '2026-01-01T00:00:00Z', parents: [] },
      runs,
    },
  ]);
  const read = ({ runId }: { runId: string }) => {
    const run = runs.find((each) => each.runId === runId);
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  };
  const [comparison, ...others] = compareServers(standings, read);
  if (!comparison || others.length > 0) throw new Error('the runs stand, under one key');
  return comparison;
}

function runOf(
  id: string,
  { minute = 0, cpu = 'A', ...config }: { minute?: number; cpu?: string } & Partial<RunConfig> = {},
): Run {
  return exampleRun({
    runId: `${id}-${minute}`,
    startedAt: `2026-01-01T00:0${minute}:00Z`,
    episodes: [
      exampleResult({ taskId: 'a', trial: 1, toolCalls: 3, serverErrors: 1 }),
      exampleFailure({ taskId: 'a', trial: 2, toolCalls: 6, serverErrors: 2 }),
    ],
    config: { server: { id, package: null, version: `1.${minute}`, toolsSha256: null }, ...config },
    environment: { cpu },
  });
}

test('the newest version of each server stands for it, by name; what replays nothing does not', () => {
  const { servers } = comparisonOf([
    runOf('playwright', { minute: 1 }),
    runOf('openchrome'),
    runOf('playwright', { minute: 3 }),
    runOf('playwright', { minute: 4, adapter: 'noop' }),
  ]);
  expect(servers.map(({ row }) => [row.server.id, row.server.version])).toEqual([
    ['openchrome', '1.0'],
    ['playwright', '1.3'],
  ]);
});

test('a server from a command line stands beside those of the list that played the same', () => {
  const { group, servers } = comparisonOf([runOf('playwright'), runOf('custom:mine', { minute: 2 })]);
  expect(servers.map(({ row }) => row.server.id)).toEqual(['custom:mine', 'playwright']);
  expect(group.custom).toBe(false);
  expect(comparisonOf([runOf('custom:mine')]).servers).toHaveLength(1);
});

test('of several trials the median of the calls is shown, with how many passed', () => {
  const { servers, taskIds } = comparisonOf([runOf('playwright')]);
  expect(taskIds).toEqual(['a']);
  expect(servers[0]?.serverErrors).toBe(3);
  expect(servers[0]?.byTask.get('a')).toEqual({ calls: 4.5, passed: 1, total: 2 });
});

test('durations are set side by side only of one worker on one processor', () => {
  expect(comparisonOf([runOf('a'), runOf('b')]).timesDiffer).toEqual([]);
  expect(comparisonOf([runOf('a'), runOf('b', { workers: 2 })]).timesDiffer).toEqual([
    expect.stringMatching(/^b: several workers/),
  ]);
  const contended = runOf('b');
  contended.environment.contended = true;
  expect(comparisonOf([runOf('a'), contended]).timesDiffer).toEqual([
    expect.stringMatching(/^b: something else had the processor/),
  ]);
  expect(comparisonOf([runOf('a'), runOf('b', { cpu: 'B' })]).timesDiffer).toEqual([
    'they ran on different processors: A; B',
  ]);
});
