import { expect, test } from 'vitest';
import { falseDiscoveryCut } from './false-discovery.ts';

test('the example of Benjamini and Hochberg 1995: four of fifteen are kept at 5 %', () => {
  const ps = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  expect(falseDiscoveryCut(ps, 0.05)).toBe(0.0095);
  expect(falseDiscoveryCut(ps.toReversed(), 0.05)).toBe(0.0095);
});

test('nothing is kept of nothing, nor of what is common', () => {
  expect(falseDiscoveryCut([], 0.05)).toBe(0);
  expect(falseDiscoveryCut([0.2, 0.06], 0.05)).toBe(0);
});
