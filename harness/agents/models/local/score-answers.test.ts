import { expect, test } from 'vitest';
import { isSameCall } from './score-answers.ts';

const call = { tool: 'browser.type', args: { ref: 'e1', text: 'green tea' } };

test.each<[string, object, boolean]>([
  ['the same arguments', { ref: 'e1', text: 'green tea' }, true],
  [
    'the arguments in the field of a schema that is no object',
    { input: { ref: 'e1', text: 'green tea' } },
    true,
  ],
  ['a redacted value', { ref: 'e1', text: 'green [redacted:KEY]' }, true],
  ['another value', { ref: 'e1', text: 'black tea' }, false],
  ['another value beside a redacted one', { ref: 'e2', text: '[redacted:KEY]' }, false],
  ['other arguments in that field', { input: { ref: 'e1', text: 'black tea' } }, false],
  ['one more argument', { ref: 'e1', text: 'green tea', submit: true }, false],
])('%s of an answer: the stored call is the same, or not', (_, args, isSame) => {
  expect(isSameCall(call, { name: 'browser_type', args: { ...args } })).toBe(isSame);
});

test('a call of another tool, or without an answer, is not the same', () => {
  expect(isSameCall(call, { name: 'browser_click', args: call.args })).toBe(false);
  expect(isSameCall(call, undefined)).toBe(false);
});
