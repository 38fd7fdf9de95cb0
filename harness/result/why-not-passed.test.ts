import { expect, test } from 'vitest';
import { missesOf, whyNotPassed, whyNotPassedLines } from './why-not-passed.ts';

const failedPostcondition = { name: 'postconditions[0] (url match)', wanted: '/goal', observed: '/' };
const drift = { reason: 'tool_gone', step: 2, expected: 'click', actual: 'no such tool' };

test('one line names the clause before the drift, and the drift before the error', () => {
  const error = 'the server died';
  expect(whyNotPassed({ failedPostcondition, drift, error })).toBe(
    'postconditions[0] (url match): wanted /goal; observed /',
  );
  expect(whyNotPassed({ drift, error })).toBe(
    'tool_gone at step 2: recorded click; seen no such tool; re-record',
  );
  expect(whyNotPassed({ drift: { ...drift, step: null } })).toMatch(/^tool_gone: recorded/);
  expect(whyNotPassed({ error })).toBe(error);
  expect(whyNotPassed({})).toBeNull();
});

test('the lines for a terminal leave nothing out', () => {
  expect(whyNotPassedLines({ failedPostcondition, drift, error: 'and an error' })).toEqual([
    'postconditions[0] (url match)',
    '  wanted   /goal',
    '  observed /',
    'tool_gone at step 2: recorded click',
    '  seen no such tool; re-record',
    'and an error',
  ]);
  expect(missesOf({ error: 'alone' })).toEqual([]);
});
