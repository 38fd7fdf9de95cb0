import { expect, test } from 'vitest';
import { Status, statuses } from './statuses.ts';

test('every status has one row, and every row is a status', () => {
  expect(Object.keys(statuses).sort()).toEqual([...Status.options].sort());
});

test.each(Status.options)('what is said of %s agrees with itself', (status) => {
  const { outcome, retried, words } = statuses[status];
  // What the agent did is played once.
  if (retried) expect(outcome).not.toBe('agent');
  expect(words).toMatch(/^[a-z].*[^.]$/);
});
