import { expect, test } from 'vitest';
import { bindAnswer, bindSessionValues, fillSessionValues } from './session-values.ts';

const answers = ['opened tab t-17', 'element e5', ''];

test('references are filled from the answer they name, at every depth', () => {
  const tab = { $answer: 0, find: 'tab (t-\\d+)' };
  const args = {
    tabId: tab,
    fields: [{ ref: { $answer: 1, find: '(e\\d+)' } }],
    plain: { find: 'x' },
    n: 1,
    none: null,
  };
  expect(fillSessionValues(args, answers)).toEqual({
    args: { tabId: 't-17', fields: [{ ref: 'e5' }], plain: { find: 'x' }, n: 1, none: null },
  });
});

test.each([
  [
    'a pattern that finds nothing',
    { $answer: 0, find: 'tab (x)' },
    'tab (x) in the answer of call 0',
    'opened tab t-17',
  ],
  [
    'a pattern without a group',
    { $answer: 0, find: 'tab' },
    'tab in the answer of call 0',
    'opened tab t-17',
  ],
  ['a pattern that is none', { $answer: 1, find: '(' }, '( in the answer of call 1', 'element e5'],
  ['an answer that is empty', { $answer: 2, find: '(.+)' }, '(.+) in the answer of call 2', ''],
  ['an answer that is not there yet', { $answer: 9, find: '(.)' }, '(.) in the answer of call 9', ''],
])('%s leaves the value unbound', (_, reference, unbound, answer) => {
  expect(fillSessionValues({ deep: [{ reference }] }, answers)).toEqual({ unbound, answer });
});

test('recording stores a value that is random per session by the newest answer that tells it', () => {
  const patterns = { tabId: 'tab (\\w+)' };
  const answers = ['tab A1', 'nothing', 'tab A1 again', 'tab B2'];
  const stored = bindSessionValues({ tabId: 'A1', text: 'A1' }, patterns, answers);
  expect(stored).toEqual({ tabId: { $answer: 2, find: 'tab (\\w+)' }, text: 'A1' });
  expect(fillSessionValues(stored, answers)).toEqual({ args: { tabId: 'A1', text: 'A1' } });
  expect(bindSessionValues({ tabId: 'C3' }, patterns, answers)).toEqual({ tabId: 'C3' });
});

test('an answer is bound to the newest answer of a server that tells it, with what stands before it', () => {
  const told = ['Total 41.80 EUR', 'Cart\nTotal: 41.80 EUR (2 items)', 'done'];
  const bound = bindAnswer('41.80 EUR', told);
  expect(bound).toEqual({ $answer: 1, find: 'Total: (41\\.80 EUR)' });
  if (typeof bound === 'string') return;
  expect(fillSessionValues({ answer: bound }, told)).toEqual({ args: { answer: '41.80 EUR' } });
  expect(fillSessionValues({ answer: bound }, ['', 'Cart\nTotal: 41.90 EUR'])).toHaveProperty('unbound');
});

test('an answer in words of its own stays as it is', () => {
  expect(bindAnswer('not_found', answers)).toBe('not_found');
});
