import { test } from 'vitest';
import { breakages, expectFailed, expectStatusOfDeath } from '../../testing/guests/breakages.ts';

test.each(Object.keys(breakages))('an agent that %s failed', expectFailed);

test.each([['replay', 'tool_error']] as const)(
  'a server that dies in the hands of a %s is a %s',
  expectStatusOfDeath,
);
