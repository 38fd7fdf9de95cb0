import { test } from 'vitest';
import { checkLearnedStrings } from '../../testing/learned-strings.ts';

test('whatever of 10,000 strings is learned, a run stays valid, its meaning untouched, and no free text has it', () => {
  checkLearnedStrings(10_000);
});
