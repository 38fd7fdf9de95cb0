import { expect, test } from 'vitest';
import { exampleFailure, exampleResult } from '../../results/examples/example-run.ts';
import { Causes } from './list.ts';

const drifted = (taskId: string, step: number, actual = 'parameter selectors: must be there') =>
  exampleResult({
    taskId,
    status: 'replay_drift',
    success: false,
    drift: { reason: 'tool_schema_changed', step, expected: 'click takes the recorded arguments', actual },
  });

test('the same cause at another step is the same, and its tasks are named together', () => {
  const causes = new Causes();
  expect(causes.add(drifted('task-a', 1))).toBeNull();
  expect(causes.add(drifted('task-b', 3))).toBe('task-a');
  expect(causes.add(drifted('task-c', 1, 'parameter target: must be there'))).toBeNull();
  expect(causes.shared()).toEqual([
    '2 tasks with the same cause: replay_drift, tool_schema_changed: parameter selectors: must be there',
    '  task-a, task-b',
  ]);
});

test('a clause of one task is no cause of another, trials of one task are no two', () => {
  const causes = new Causes();
  expect(causes.add(exampleFailure({ taskId: 'task-a' }))).toBeNull();
  expect(causes.add(exampleFailure({ taskId: 'task-b' }))).toBeNull();
  expect(causes.add(exampleFailure({ taskId: 'task-a', trial: 2 }))).toBe('task-a');
  expect(causes.shared()).toEqual([]);
});
