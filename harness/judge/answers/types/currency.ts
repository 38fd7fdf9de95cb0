import * as z from 'zod';
import { type Currency, currencies, decimalOf, readDecimal, wordsFor } from '../decimal.ts';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

// `Object.keys` gives strings; here they are the currencies.
const codes = Object.keys(currencies) as [Currency, ...Currency[]];

export const currency = defineAnswer({
  type: 'currency',
  value: z.strictObject(
    {
      amount: z.number('must be a number'),
      currency: z.enum(codes, `must be one of ${codes.join(', ')}`),
    },
    'must be an amount and its currency',
  ),
  rule: 'the amount as a number, and the currency before or after it, as code, sign or English name; the currency is required',
  isSaid: (said, value) => {
    const [, minus = '', before = '', amount = '', behind = ''] =
      /^(-?)\s*(\D*?)\s*([+-]?\d(?:[\d.,' ]*\d)?)\s*(\D*)$/.exec(withoutStop(said).toLowerCase()) ?? [];
    if ((before === '') === (behind === '')) return false;
    const names = wordsFor(value.currency);
    const name = before || behind;
    return names.includes(name) && readDecimal(`${minus}${amount}`) === decimalOf(value.amount);
  },
  say: ({ amount, currency }) => `${decimalOf(amount)} ${currency}`,
  misses: ({ amount, currency }) => {
    const other = currency === 'EUR' ? 'USD' : 'EUR';
    return [`${decimalOf(amount + 1)} ${currency}`, `${decimalOf(amount)} ${other}`, decimalOf(amount)];
  },
});
