import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import type { Result } from '../records/result.ts';
import { accountOf } from './account.ts';

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
