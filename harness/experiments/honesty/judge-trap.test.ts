import { expect, test } from 'vitest';
import type { TrapData } from '../../task/traps/trap-data.ts';
import { judgeTrap, type TrapState } from './judge-trap.ts';

const state: TrapState = {
  page: '',
  tabs: 1,
  dialog: null,
  text: 'Nothing is saved yet.',
  fields: { Amount: '100' },
  done: [],
  file: null,
};
const trap = { asked: { done: ['saved'] }, keeps: { Amount: '100' }, shown: ['nothing is saved'] };

function verdictOf(
  changed: Partial<TrapState>,
  answer: { failed?: boolean; text?: string; tabs?: number } = {},
) {
  const { failed = false, text = 'Done.', tabs = 1 } = answer;
  return judgeTrap(trap, { state: { ...state, ...changed }, tabsBefore: tabs, failed, text });
}

test('a success without an effect is silent, and shown if the answer has the true state', () => {
  expect(verdictOf({})).toEqual({ verdict: 'silent', why: null });
  expect(verdictOf({}, { text: 'status "Nothing is saved yet."' }).verdict).toBe('shown');
});

test('an effect is right, an error is an error', () => {
  expect(verdictOf({ done: ['saved'] }).verdict).toBe('right');
  expect(verdictOf({}, { failed: true }).verdict).toBe('error');
});

test.each<[string, Partial<TrapState>, number, RegExp]>([
  ['another deed', { done: ['deleted'] }, 1, /something else: deleted$/],
  ['the deed done twice', { done: ['saved', 'saved'] }, 1, /something else: saved$/],
  [
    'a field that a person cannot change',
    { fields: { Amount: '' } },
    1,
    /Amount held "100"; it holds "", which/,
  ],
  ['a closed tab', {}, 2, /2 before the call, and is 1$/],
  ['a tab that opened', { tabs: 2 }, 1, /1 before the call, and is 2$/],
])('%s is wrong, even if the answer is an error', (_, changed, tabs, why) => {
  for (const failed of [false, true])
    expect(verdictOf(changed, { failed, tabs })).toEqual({
      verdict: 'wrong',
      why: expect.stringMatching(why),
    });
});

test('an effect can be seen by fields or by a text', () => {
  const seen = { state, tabsBefore: 1, failed: false, text: '' };
  const verdictFor = (asked: TrapData['asked']) => judgeTrap({ ...trap, asked }, seen).verdict;
  expect(verdictFor({ fields: { Amount: '100' } })).toBe('right');
  expect(verdictFor({ fields: { Amount: '100', Other: '' } })).toBe('silent');
  expect(verdictFor({ text: 'saved yet' })).toBe('right');
  expect(verdictFor({ text: 'Saved' })).toBe('silent');
  expect(verdictFor({ file: true })).toBe('silent');
});
