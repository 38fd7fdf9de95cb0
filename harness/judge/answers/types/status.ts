import * as z from 'zod';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

const Status = z.enum(
  ['not_found', 'not_permitted', 'not_possible'],
  'must be one of not_found, not_permitted, not_possible',
);

/** The answer to a task that cannot be done; then nothing may have changed. */
export const status = defineAnswer({
  type: 'status',
  value: Status,
  rule: '`not_found`, `not_permitted` or `not_possible`; a space or a hyphen may replace the underscore',
  isSaid: (said, value) => withoutStop(said).toLowerCase().replace(/[ -]/g, '_') === value,
  say: (value) => value,
  misses: (value) => [
    ...Status.options.filter((other) => other !== value),
    Status.options.join(', '),
    value.replace('not_', ''),
  ],
});
