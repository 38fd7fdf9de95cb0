import * as z from 'zod';
import { decimalOf, readDecimal } from '../decimal.ts';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

export const integer = defineAnswer({
  type: 'integer',
  value: z.int('must be a whole number'),
  rule: 'the number in digits and nothing else; thousands may be grouped, zeros may follow the decimal point',
  isSaid: (said, value) => readDecimal(withoutStop(said)) === decimalOf(value),
  say: (value) => String(value),
  misses: (value) => [String(value + 1), String(value - 1), `${value} of ${value + 1}`],
});
