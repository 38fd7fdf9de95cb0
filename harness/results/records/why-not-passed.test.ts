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

test('what the server said stands under every failure, and what nothing answered', () => {
  const said = {
    serverErrors: 2,
    lastServerError: { tool: 'browser_navigate', said: 'Unexpected end\n  of JSON input', answers: 2 },
    requestMisses: 3,
    missedRequest: 'https://depot.fixture.test/',
  };
  const lines = [
    'server errors 2 of 2, last: browser_navigate: Unexpected end of JSON input',
    'nothing answers https://depot.fixture.test/ (the first of 3 such requests)',
  ];
  expect(whyNotPassed(said)).toBe(lines.join('; '));
  expect(whyNotPassed({ ...said, failedPostcondition, requestMisses: 1 })).toBe(
    `postconditions[0] (url match): wanted /goal; observed /; ${lines[0]}; nothing answers https://depot.fixture.test/`,
  );
  expect(whyNotPassedLines({ ...said, error: 'it broke' })).toEqual(['it broke', ...lines]);
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

test('of a task that changed it is said what can have changed, and both digests', () => {
  const changed = { drift: { reason: 'task_changed', step: null, expected: 'a1', actual: 'b2' } };
  expect(whyNotPassed(changed)).toBe(
    'task_changed: the goal, start URL, setup or skill has changed since the recording; re-record',
  );
  expect(whyNotPassedLines(changed).slice(1)).toEqual(['  recorded a1', '  seen     b2']);
});
