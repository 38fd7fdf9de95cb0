import { expect, test } from 'vitest';
import { seedsWords } from './seeds-words.ts';

test.each([
  [null, ''],
  [[1], ', seed 1'],
  [[3, 1, 2], ', seeds 1 to 3'],
  [[1, 3], ', seeds 1, 3'],
])('the seeds %j are told as "%s"', (seeds, words) => {
  expect(seedsWords(seeds)).toBe(words);
});
