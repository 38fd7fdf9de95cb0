import type { Unit } from '../../harness/platform/words/units.ts';
import type { Figure } from './chart-figure.ts';
import { dateTicks } from './date-ticks.ts';
import { distanceOfTicks } from './tick-distance.ts';

type Tick = { at: number; label: string };

/** Places count from the left and the top. `paths` are stretches without a gap; `marks` are the points. */
export type Plot = {
  lines: { path: string; marks: { x: number; y: number; text: string }[] }[];
  xTicks: Tick[];
  yTicks: Tick[];
};

/** One column of a figure, drawn without a script: all lines share the axis of time, and values start at zero. */
export function plotOf(
  { lines }: Figure,
  column: number,
  unit: Unit,
  { width, height }: { width: number; height: number },
): Plot {
  const times = lines.flatMap(({ points }) => points.map(({ atMs }) => atMs));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const values = lines.flatMap(({ points }) => points.map(({ cells }) => cells[column]?.value ?? 0));
  const most = Math.max(0, ...values);
  const distance = distanceOfTicks(unit, values) ?? (most || 1);
  const count = Math.max(1, Math.ceil(most / distance));
  const top = unit.max ?? count * distance;
  // Points of a single instant are in the middle.
  const xOf = (atMs: number) => tenth(first < last ? ((atMs - first) / (last - first)) * width : width / 2);
  const yOf = (value: number) => tenth(height * (1 - value / top));
  const label = unit.tick ?? unit.format;
  return {
    lines: lines.map(({ points }) => {
      let path = '';
      let isOpen = false;
      const marks = points.flatMap(({ atMs, cells }) => {
        const cell = cells[column];
        if (cell?.value == null) {
          isOpen = false;
          return [];
        }
        const [x, y] = [xOf(atMs), yOf(cell.value)];
        path += `${isOpen ? 'L' : 'M'}${x} ${y}`;
        isOpen = true;
        return [{ x, y, text: cell.text }];
      });
      return { path, marks };
    }),
    xTicks: dateTicks(first, last, 5).map(({ atMs, label }) => ({ at: xOf(atMs), label })),
    yTicks: Array.from({ length: count + 1 }, (_, index) => index * distance)
      .filter((value) => value <= top)
      .map((value) => ({ at: yOf(value), label: value === 0 ? '0' : label(value) })),
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
