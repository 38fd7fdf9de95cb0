import { test } from 'vitest';
import { expectFailedAfterTyping } from '../../testing/guests/typed-words.ts';

test.each(['pass', 'failed', 'https', 'true', 'null'])(
  'an episode in which %s was typed and that failed is a failure of its task',
  expectFailedAfterTyping,
);
