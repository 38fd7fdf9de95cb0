import { expect, test } from 'vitest';
import { judgeFaults } from '../testing/judge-pins.ts';

test('a judge with other decisions has another version', () => {
  expect(judgeFaults()).toEqual([]);
});
