import { expect, test } from 'vitest';
import { Status, statuses } from './statuses.ts';

test('every status has one row, and every row is a status', () => {
  expect(Object.keys(statuses).sort()).toEqual([...Status.options].sort());
});

test.each(Status.options)('what is said of %s agrees with itself', (status) => {
  const { outcome, retried, charged, exitCode, words } = statuses[status];
  // What the agent did is played once and counts; what was not its doing never counts against it.
  expect(charged).toBe(outcome === 'agent');
  if (retried) expect(outcome).not.toBe('agent');
  expect(exitCode).toBe(status === 'passed' ? 0 : outcome === 'agent' ? 1 : 3);
  expect(words).toMatch(/^[a-z].*[^.]$/);
});
