import { expect, test } from 'vitest';
import { statuses, statusNames } from './statuses.ts';

test.each(statusNames)('what is said of %s agrees with itself', (status) => {
  const { outcome, retried, words } = statuses[status];
  // What the agent did is played once.
  if (retried) expect(outcome).not.toBe('agent');
  expect(words).toMatch(/^[a-z].*[^.]$/);
});
