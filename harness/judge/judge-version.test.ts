import { expect, test } from 'vitest';
import { judgeFaults } from '../testing/judge-pins.ts';

test('a judge that decides otherwise has another version', () => {
  expect(judgeFaults()).toEqual([]);
});
