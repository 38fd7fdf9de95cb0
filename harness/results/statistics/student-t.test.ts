import { expect, test } from 'vitest';
import { t975 } from './student-t.ts';

// scipy 1.14, stats.t.ppf(0.975, df)
test.each([
  [1, 12.7062],
  [2, 4.30265],
  [3, 3.18245],
  [4, 2.77645],
  [9, 2.26216],
  [29, 2.04523],
  [63, 1.99834],
  [1000, 1.96234],
])('with %i degrees of freedom it is %f', (degrees, expected) => {
  expect(Math.abs(t975(degrees) / expected - 1)).toBeLessThan(0.002);
});
