import * as z from 'zod';
import { tidy, withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

const plain = (text: string) => withoutStop(tidy(text)).toLowerCase().replace(/\s+/g, ' ');

export const string = defineAnswer({
  type: 'string',
  value: z.string('must be a string').min(1, 'must not be empty').max(500, 'must be at most 500 characters'),
  rule: 'the same words in the same order; case, a full stop at the end and line breaks do not matter',
  isSaid: (said, value) => plain(said) === plain(value),
  say: (value) => value,
  misses: (value) => [`${value}x`, `not ${value}`],
});
