import { expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { ResultsFile, Run } from '../../results/records/result.ts';
import { keptRunsFailures } from './history-failures.ts';

const file = 'results/0123456.json';
const episodes = [exampleResult()];
const tasksSha256 = digest(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]));
const runOf = (runId: string, changes: Partial<Run> = {}) =>
  exampleRun({ runId, episodes, config: { tasksSha256 }, ...changes });
const content = (...runs: Run[]): ResultsFile => ({
  schema: 'contract-bench.results.v2',
  sha: '0123456',
  commit: { date: null, parents: [] },
  runs,
});
const whatOf = (changes: Partial<Parameters<typeof keptRunsFailures>[0]>) =>
  keptRunsFailures({ file, base: null, now: null, fork: null, forkKnown: false, ...changes }).map(
    ({ what }) => what,
  );

test('runs may be added to those of the base', () => {
  expect(whatOf({ base: content(runOf('a')), now: content(runOf('a'), runOf('b')) })).toEqual([]);
});

test('a missing run of the base is reported, with or without its file', () => {
  const gone = ['run a (webvoyager) is missing; the base has it'];
  expect(whatOf({ base: content(runOf('a')), now: content() })).toEqual(gone);
  expect(whatOf({ base: content(runOf('a')) })).toEqual(gone);
});

test('runs that the base got after the branch left it do not count as missing', () => {
  const base = content(runOf('a'), runOf('b'));
  expect(whatOf({ base, now: content(runOf('a')), fork: content(runOf('a')), forkKnown: true })).toEqual([]);
  expect(whatOf({ base, fork: null, forkKnown: true })).toEqual([]);
  expect(whatOf({ base, fork: content(runOf('b')), forkKnown: true })).toHaveLength(1);
});

test('a changed run is reported with the field, and with the task and clause, if any', () => {
  const changed = [exampleResult({ verdict: { outcome: 'passed', clauses: [] } })];
  expect(whatOf({ base: content(runOf('a')), now: content(runOf('a', { episodes: changed })) })).toEqual([
    'run a: task-01-example-com-title: postconditions[0] (url match): nothing, the base has {"name":"postconditions[0] (url match)","outcome":"passed"}',
    expect.stringContaining('postconditions[1] (dom_text match): nothing'),
  ]);
});

test('a new run that contradicts itself is reported', () => {
  const totals = { ...runOf('a').totals, passed: 0 };
  expect(whatOf({ now: content(runOf('a', { totals })) })).toEqual([
    'totals.passed: stored 0, found again 1',
  ]);
});
