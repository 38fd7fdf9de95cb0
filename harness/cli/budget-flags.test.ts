import { expect, test } from 'vitest';
import { UserError } from '../platform/errors/user-error.ts';
import { budgetFlags } from './budget-flags.ts';

test('a budget is a number in its range, and off by default', () => {
  const { maxToolTokens, maxAnswerRatio } = budgetFlags;
  expect([maxToolTokens.fallback, maxAnswerRatio.fallback]).toEqual([null, null]);
  expect([maxToolTokens.parse?.('4000', null), maxAnswerRatio.parse?.('1.2', null)]).toEqual([4000, 1.2]);
  for (const wrong of ['0', '-1', '1.5', 'many', ''])
    expect(() => maxToolTokens.parse?.(wrong, null)).toThrow(UserError);
  for (const wrong of ['0', '-1', 'twice', '', '1e10'])
    expect(() => maxAnswerRatio.parse?.(wrong, null)).toThrow(UserError);
});
