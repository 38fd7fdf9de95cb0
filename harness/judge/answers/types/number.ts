import * as z from 'zod';
import { decimalOf, readDecimal } from '../decimal.ts';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

export const number = defineAnswer({
  type: 'number',
  value: z.number('must be a number'),
  rule: 'exactly this number, in digits; `1,234` is read as 1234, `1.234` as a number between 1 and 2, `41,8` as `41.8`',
  isSaid: (said, value) => readDecimal(withoutStop(said)) === decimalOf(value),
  say: decimalOf,
  misses: (value) => [decimalOf(value + 1), `${decimalOf(value)} or ${decimalOf(value + 1)}`],
});
