import type { ChartConfiguration, Chart as DrawnChart, ScriptableContext } from 'chart.js';
import type { Unit } from '../../harness/platform/words/units.ts';
import type { ChartTable, Line, Point } from './chart-table.ts';
import { fadeOthers } from './fade-others.ts';
import { intervalBands } from './interval-bands.ts';
import { lineStyleOf } from './line-styles.ts';
import { stepLines } from './step-lines.ts';
import type { Theme } from './theme.ts';
import { distanceOfTicks } from './tick-distance.ts';
import { timeAxis } from './time-axis.ts';
import { type View, wholeView } from './view.ts';

type Data = { x: number; y: number | null }[];
type Config = ChartConfiguration<'line', Data>;
export type Drawn = DrawnChart<'line', Data>;

type Dataset = Config['data']['datasets'][number];

export type Chart = {
  id: string;
  /** The `data-measure` of the column that it draws. */
  measure: string;
  title: string;
  /** `view` is read at every drawing. */
  config(table: ChartTable, theme: Theme, view?: View): Config;
};

type Definition = {
  id: string;
  measure: string;
  title: string;
  unit: Unit;
};

/** A line chart from zero, because a cut axis makes small differences look large. */
export function defineChart({ id, measure, title, unit }: Definition): Chart {
  const { max, tick = unit.format } = unit;
  return {
    id,
    measure,
    title,
    config: ({ lines }, theme, view = wholeView) => {
      const axis = timeAxis(lines);
      const stepSize = distanceOfTicks(unit, valuesOf(lines));
      return {
        type: 'line',
        data: { datasets: lines.map((line, index) => dataset(line, index, theme, view)) },
        plugins: [intervalBands(lines, theme, view), stepLines(lines, theme, view), fadeOthers(view)],
        options: {
          animation: false,
          maintainAspectRatio: false,
          interaction: { mode: 'nearest', axis: 'xy', intersect: false },
          layout: { padding: { top: 8, right: 8 } },
          scales: {
            x: {
              ...axis,
              grid: { display: false },
              border: { color: theme.grid },
              ticks: { ...tickStyle(theme), ...axis.ticks },
            },
            y: {
              beginAtZero: true,
              ...(max === undefined ? { grace: '10%' } : { max }),
              grid: { color: theme.grid },
              border: { display: false },
              ticks: {
                ...tickStyle(theme),
                maxTicksLimit: 5,
                ...(stepSize !== undefined && { stepSize }),
                callback: (value) => (Number(value) === 0 ? '0' : tick(Number(value))),
              },
            },
          },
          plugins: {
            tooltip: {
              backgroundColor: theme.raised,
              borderColor: theme.grid,
              borderWidth: 1,
              titleColor: theme.ink,
              bodyColor: theme.ink,
              titleFont: { family: theme.font },
              bodyFont: { family: theme.font },
              callbacks: {
                title: ([item]) => (item && lines[item.datasetIndex]?.points[item.dataIndex]?.run.name) ?? '',
                label: ({ datasetIndex, dataIndex }) => {
                  const line = lines[datasetIndex];
                  return [line?.label ?? '', line?.points[dataIndex]?.text ?? ''];
                },
              },
            },
          },
        },
      };
    },
  };
}

function dataset({ label, points }: Line, index: number, theme: Theme, { hidden }: View): Dataset {
  const { dash, marker, colour: place } = lineStyleOf(index);
  const colour = theme.lines[place] ?? theme.ink;
  const radius = ({ dataIndex }: ScriptableContext<'line'>) =>
    points[dataIndex]?.step ? 5 : isMarked(points, dataIndex) ? 3 : 0;
  return {
    label,
    data: points.map(({ atMs, value }) => ({ x: atMs, y: value })),
    hidden: hidden.has(index),
    spanGaps: false,
    // A line along the edge is drawn in full.
    clip: 8,
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 1.75,
    borderDash: [...dash],
    pointStyle: marker,
    pointBorderWidth: 1.75,
    pointRadius: radius,
    pointHoverRadius: 5,
    pointHitRadius: 12,
  };
}

/** Markers distinguish lines without colour. A long line has one at every twentieth part, and isolated points have one. */
function isMarked(points: readonly Point[], index: number): boolean {
  const isGap = (at: number) => (points[at]?.value ?? null) === null;
  if (isGap(index - 1) && isGap(index + 1)) return true;
  return index === points.length - 1 || index % Math.ceil(points.length / 20) === 0;
}

function valuesOf(lines: readonly Line[]): number[] {
  return lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0));
}

function tickStyle({ quiet, font }: Theme) {
  return { color: quiet, font: { family: font, size: 12 } };
}
