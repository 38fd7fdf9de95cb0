import { expect, test } from 'vitest';
import { isFailure } from './is-failure.ts';

test.each([
  '### Error\nTimeoutError',
  'Error: Element not found',
  '✗ Failed to click',
  'Operation failed: timeout',
  '\n  Cannot read the page',
  'Timed out',
])('%j reports a failure', (text) => {
  expect(isFailure({ isError: false, text })).toBe(true);
});

test.each(['Successfully clicked', 'Clicked "Error log"', 'Done, no errors', '- heading "Error"', ''])(
  '%j does not, unless it has the flag of MCP',
  (text) => {
    expect(isFailure({ isError: false, text })).toBe(false);
    expect(isFailure({ isError: true, text })).toBe(true);
  },
);
