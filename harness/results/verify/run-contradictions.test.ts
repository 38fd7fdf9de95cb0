import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { exampleFailure, exampleModel, exampleResult, exampleRun } from '../examples/example-run.ts';
import { readHistory } from '../records/read-history.ts';
import type { Result, Run } from '../records/result.ts';
import { runContradictions } from './run-contradictions.ts';

function agreeing(episodes: Result[] = [exampleResult(), exampleFailure({ taskId: 'task-02' })]): Run {
  const tasksSha256 = digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))]);
  return exampleRun({ episodes, config: { tasksSha256 } });
}

const contradictionsOf = (changes: Partial<Result>, of = exampleFailure) =>
  runContradictions(agreeing([of(changes)]));

test('a run as the harness writes it agrees with itself', () => {
  expect(runContradictions(agreeing())).toEqual([]);
});

test('every committed run agrees with itself', () => {
  const results = join(import.meta.dirname, '../../../results');
  for (const { sha, runs } of readHistory(results)) {
    for (const run of runs) expect([sha, run.runId, runContradictions(run)]).toEqual([sha, run.runId, []]);
  }
});

test('totals, digests and the comparability key must be those of the run', () => {
  const run = agreeing();
  const totals = { ...run.totals, passed: 2 };
  expect(runContradictions({ ...run, totals })).toEqual(['totals.passed: stored 2, found again 1']);
  const [first, ...rest] = run.episodes;
  const renamed = [exampleResult({ ...first, taskSha256: digest('other') }), ...rest];
  expect(runContradictions({ ...run, episodes: renamed })).toEqual([
    expect.stringMatching(/^config\.tasksSha256: stored/),
  ]);
  const config = { ...run.config, trials: 2 };
  expect(runContradictions({ ...run, config })).toContainEqual(
    expect.stringMatching(/^config\.comparabilityKey: stored/),
  );
});

describe('of an episode', () => {
  test('status, success and verdict must agree', () => {
    expect(contradictionsOf({ success: true })).toContainEqual(
      expect.stringContaining(': success: true, with status "failed"'),
    );
    const { failedPostcondition: _, ...failed } = exampleFailure();
    expect(runContradictions(agreeing([{ ...failed, status: 'passed', success: true }]))).toEqual([
      'task-01-example-com-title: status: "passed", with the verdict "failed"',
    ]);
    expect(contradictionsOf({ status: 'replay_drift' })).toEqual([
      'task-01-example-com-title: drift: none, with status "replay_drift"',
    ]);
  });

  test('a verdict must follow from its clauses, nested ones too', () => {
    const name = 'postconditions[0] (or)';
    const leaf = { name: 'postconditions[0].children[0] (url match)', outcome: 'failed' as const };
    const clauses = [{ name, outcome: 'passed' as const }, leaf];
    expect(contradictionsOf({ verdict: { outcome: 'passed', clauses } }, exampleResult)).toEqual([
      `task-01-example-com-title: ${name}: outcome: stored "passed", its clauses give "failed"`,
    ]);
    expect(contradictionsOf({ verdict: { outcome: 'passed', clauses: [leaf] } }, exampleResult)).toEqual([]);
    const top = [{ name: 'postconditions[0] (url match)', outcome: 'failed' as const }];
    expect(contradictionsOf({ verdict: { outcome: 'passed', clauses: top } }, exampleResult)).toEqual([
      'task-01-example-com-title: verdict.outcome: stored "passed", its clauses give "failed"',
    ]);
  });

  test('the postcondition that failed must be a clause that failed', () => {
    const wrong = { name: 'postconditions[0] (url match)', wanted: 'this', observed: 'that' };
    expect(contradictionsOf({ failedPostcondition: wrong })).toEqual([
      expect.stringContaining(
        'failedPostcondition: postconditions[0] (url match), which is not a failed clause',
      ),
    ]);
    const { failedPostcondition: _, ...none } = exampleFailure();
    expect(runContradictions(agreeing([none]))).toEqual([
      expect.stringContaining('failedPostcondition: none, and the contract did not hold'),
    ]);
  });

  test('a verdict without the digest of its facts is none', () => {
    expect(contradictionsOf({ factsSha256: null })).toEqual([
      expect.stringContaining('factsSha256: null of a verdict'),
    ]);
  });
});

test('each trial is there once', () => {
  const twice = [exampleResult(), exampleResult()];
  expect(runContradictions(agreeing(twice))).toEqual(['task-01-example-com-title: trial 1 appears twice']);
});

test.each<[string, Partial<Run['config']['agent']>, Partial<Result>, string | null]>([
  ['a listed agent', { id: 'codex', package: '@openai/codex' }, { requests: 1 }, null],
  ['a custom agent', { id: 'custom:codex', package: null }, { requests: 1 }, null],
  [
    'a listed agent of no package',
    { id: 'codex', package: null },
    { requests: 1 },
    'config.agent.id: stored "codex"',
  ],
  [
    'a custom agent of a package',
    { id: 'custom:codex', package: '@openai/codex' },
    { requests: 1 },
    'config.agent.id',
  ],
  ['an older row', { id: 'codex' }, { requests: 0 }, null],
  [
    'a model that was not asked',
    { id: 'custom:a', package: null },
    { requests: 0, tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
    'config.model: stored "gpt"',
  ],
])('%s', (_, changes, row, what) => {
  const agent = { version: '1', door: 'mcp', confined: true, id: '', ...changes } as const;
  const model = exampleModel('gpt');
  const run = exampleRun({ episodes: [exampleResult(row)], config: { kind: 'agent', agent, model } });
  expect(runContradictions(run)).toEqual(what === null ? [] : [expect.stringContaining(what)]);
});
