import { test } from 'vitest';
import {
  belongsTogether,
  endsWhereItIs,
  hasEnoughToDo,
  isOnePastASeed,
} from '../../../../harness/testing/past-rules.ts';

const seeds = Array.from({ length: 8 }, (_, index) => index + 1);

test('a seed gives one past, another seed another', () => isOnePastASeed(seeds));

test.each(seeds)(
  'the tracker of seed %i is as large as a used one, and its rows belong together',
  belongsTogether,
);

test.each(seeds)('what the history of seed %i says last is what is so', endsWhereItIs);

test.each(seeds)('of seed %i the person has enough to do, and others have nearly the same', hasEnoughToDo);
