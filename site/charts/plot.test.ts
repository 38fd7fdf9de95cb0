import { expect, test } from 'vitest';
import { count, milliseconds } from '../../harness/platform/words/units.ts';
import { figureOf } from './chart-figure.ts';
import { plotOf } from './plot.ts';

const box = { width: 100, height: 50 };

function figure(...lines: (number | null)[][]) {
  return figureOf(
    lines.map((values, index) => ({
      label: `row ${index}`,
      points: values.map((value, day) => {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
        const cells = [{ value, text: `${value}`, interval: null, step: null }];
        return { sha: `000000${day}`, date, runId: 'a', startedAt: date, cells };
      }),
    })),
    100,
  );
}

test('a line goes over the whole width and stands on zero', () => {
  const { lines, yTicks } = plotOf(figure([0, 5000, 10_000]), 0, milliseconds, box);
  expect(lines.map(({ path }) => path)).toEqual(['M0 50L50 25L100 0']);
  expect(yTicks[0]).toEqual({ at: 50, label: '0' });
  expect(yTicks.at(-1)).toEqual({ at: 0, label: '10 s' });
});

test('a gap is not drawn over', () => {
  const [line] = plotOf(figure([5, null, 5]), 0, count, box).lines;
  expect(line?.path).toBe('M0 0M100 0');
  expect(line?.marks).toHaveLength(2);
});

test('what was measured at one instant stands in the middle, and zero alone on the ground', () => {
  const { lines, xTicks } = plotOf(figure([0]), 0, milliseconds, box);
  expect(lines[0]?.marks).toEqual([{ x: 50, y: 50, text: '0' }]);
  expect(xTicks.length).toBeLessThan(2);
});

test('lines share the time of all', () => {
  const { lines } = plotOf(figure([1, 1, 1], [1, 1]), 0, count, box);
  expect(lines.map(({ marks }) => marks.at(-1)?.x)).toEqual([100, 50]);
});
