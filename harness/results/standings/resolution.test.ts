import { expect, test } from 'vitest';
import { relationOf } from './relation.ts';
import { resolutionOf } from './resolution.ts';

const row = (passes: readonly number[]) =>
  passes.map((passed, task) => ({ taskId: String(task), passed, total: 8 }));
const [a, b, c] = [row([8, 8, 6, 2]), row([7, 3, 6, 2]), row([0, 0, 1, 0])];

test('rows are not told apart below the median half-width of the intervals of their differences', () => {
  expect(resolutionOf([a])).toBeNull();
  const half = (first: typeof a, second: typeof a) => {
    const [low, high] = relationOf(first, second).interval95;
    return (high - low) / 2;
  };
  expect(resolutionOf([a, b])).toBeCloseTo(half(a, b), 12);
  const [, middle = 0] = [half(a, b), half(a, c), half(b, c)].sort((x, y) => x - y);
  expect(resolutionOf([a, b, c])).toBeCloseTo(middle, 12);
});
