import * as z from 'zod';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

const words = { true: ['yes', 'true'], false: ['no', 'false'] };

export const boolean = defineAnswer({
  type: 'boolean',
  value: z.boolean('must be true or false'),
  rule: 'for `true`: `yes` or `true`; for `false`: `no` or `false`; nothing else',
  isSaid: (said, value) => words[`${value}`].includes(withoutStop(said).toLowerCase()),
  say: (value) => (value ? 'yes' : 'no'),
  misses: (value) => [value ? 'no' : 'yes', 'yes and no'],
});
