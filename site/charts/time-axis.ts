import type { ScaleOptions } from 'chart.js';
import type { Line } from './chart-table.ts';
import { dateTicks } from './date-ticks.ts';

const halfDayMs = 12 * 3600 * 1000;
/** Room for a label in pixels. */
const labelWidth = 90;

/**
 * From the first to the last point of all lines, also of hidden ones, so that the charts of a figure share the axis. It is a day
 * long if all points are of one instant. A linear scale, because the time scale of Chart.js needs a library of dates.
 */
export function timeAxis(lines: readonly Line[]) {
  const times = lines.flatMap(({ points }) => points.map(({ atMs }) => atMs));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const isSpan = first < last;
  let labels = new Map<number, string>();
  return {
    type: 'linear',
    ...(times.length > 0 && {
      min: isSpan ? first : first - halfDayMs,
      max: isSpan ? last : last + halfDayMs,
    }),
    afterBuildTicks(scale) {
      const most = Math.min(6, Math.max(2, Math.floor(scale.width / labelWidth)));
      const ticks = times.length > 0 ? dateTicks(scale.min, scale.max, most) : [];
      labels = new Map(ticks.map(({ atMs, label }) => [atMs, label]));
      scale.ticks = ticks.map(({ atMs }) => ({ value: atMs }));
    },
    ticks: { maxRotation: 0, callback: (value) => labels.get(Number(value)) ?? '' },
  } satisfies Partial<ScaleOptions<'linear'>>;
}
