import { expect, test } from 'vitest';
import { isFailure } from './is-failure.ts';

test.each([
  '### Error\nTimeoutError',
  'Error: Element not found',
  '✗ Failed to click',
  'Operation failed: timeout',
  '\n  Cannot read the page',
  'Timed out',
  'Tool execution failed: no such element',
  'Maybe failed filled index 1 with: "250"',
  'Possibly failed to click',
  'Navigation timeout, but page might still be usable:',
  'Click failed',
])('%j reports a failure', (text) => {
  expect(isFailure({ isError: false, text })).toBe(true);
});

test.each([
  'Successfully clicked',
  'Maybe done',
  'Navigation done, 1 error',
  'Typed failed',
  'Clicked "Error log"',
  'Done, no errors',
  '- heading "Error"',
  '',
])('%j does not, unless it has the flag of MCP', (text) => {
  expect(isFailure({ isError: false, text })).toBe(false);
  expect(isFailure({ isError: true, text })).toBe(true);
});
