import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { currentTrends } from '../charts/trends.ts';
import { commitOrderOf, newestPairsOf, runPagesOf, runsPath } from './commits.ts';
import { runsBefore } from './contender-lines.ts';

const files: ResultsFile[] = ['a', 'b', 'c'].map((digit, index) => ({
  schema: 'contract-bench.results.v2',
  sha: digit.repeat(40),
  commit: { date: `2026-01-0${index + 1}T00:00:00Z`, parents: [] },
  runs: [exampleRun({ runId: `run-${digit}`, episodes: [index === 2 ? exampleFailure() : exampleResult()] })],
}));
const runOf = ({ sha, runId }: { sha: string; runId: string }) => {
  const found = files.find((file) => file.sha === sha)?.runs.find((run) => run.runId === runId);
  if (!found) throw new Error(`no ${sha}`);
  return found;
};
const standings = standingsOf(files);
const commits = files.map(({ sha }) => ({ sha, date: null, subject: '', runs: [] })).reverse();

test('a later commit has a greater place', () => {
  expect([...commitOrderOf(commits)].map(([sha, place]) => [sha[0], place])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ]);
});

test('each run of a row but its first has one before it', () => {
  expect([...runsBefore(standings)].map(([runId, before]) => [runId, before.runId])).toEqual([
    ['run-b', 'run-a'],
    ['run-c', 'run-b'],
  ]);
});

test('the newest run of a row is set against the one before', () => {
  const [{ a, b, pair } = { a: '', b: '', pair: null }, ...others] = newestPairsOf(standings, runOf);
  expect(others).toEqual([]);
  expect([a[0], b[0], pair?.rows[0]?.change]).toEqual(['b', 'c', 'worse']);
});

test('a history without a run has one page of runs, no pair, no trend and nothing before', () => {
  expect(runPagesOf([])).toEqual([[]]);
  expect(newestPairsOf([], runOf)).toEqual([]);
  expect(currentTrends([])).toEqual([]);
  expect(runsBefore([]).size).toBe(0);
});

test('a hundred commits make a page', () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ ...commits[0], sha: String(index) }));
  const pages = runPagesOf(many.map((commit) => ({ date: null, subject: '', runs: [], ...commit })));
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 50, 1]);
  expect([1, 3].map(runsPath)).toEqual(['/runs/', '/runs/page/3/']);
});
