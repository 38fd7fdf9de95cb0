import type { ChartConfiguration } from 'chart.js';
import { formatPercent, formatUsd } from '../../harness/platform/words/format.ts';
import type { Theme } from './theme.ts';

/** A row by the mean of USD a task and by the share that passed, from 0 to 1; `words` says both, `href` is its page. */
export type CostPoint = { x: number; y: number; words: string; href: string; isOnFrontier: boolean };

/** Score by cost on a logarithmic scale: the rows that no other row beats on a line, then the others. */
export function costChart(
  points: readonly CostPoint[],
  range: { min: number; max: number },
  theme: Theme,
  open: (point: CostPoint, event: MouseEvent) => void,
): ChartConfiguration<'scatter', CostPoint[]> {
  const [accent = theme.ink] = theme.lines;
  const ticks = { color: theme.quiet, font: { family: theme.font, size: 12 } };
  return {
    type: 'scatter',
    data: {
      datasets: [true, false].map((isOnFrontier) => ({
        // In the order of the line.
        data: points.filter((point) => point.isOnFrontier === isOnFrontier).toSorted((a, b) => a.x - b.x),
        showLine: isOnFrontier,
        clip: 8,
        borderColor: isOnFrontier ? accent : theme.quiet,
        backgroundColor: isOnFrontier ? accent : theme.raised,
        borderWidth: 1.5,
        pointRadius: 4.5,
        pointHoverRadius: 7,
        pointHitRadius: 12,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      onHover: ({ native }, elements) => {
        if (native?.target instanceof HTMLElement)
          native.target.classList.toggle('on-point', elements.length > 0);
      },
      onClick: ({ native }, [element], chart) => {
        if (!element || !(native instanceof MouseEvent)) return;
        // What `data` holds.
        open(chart.data.datasets[element.datasetIndex]?.data[element.index] as CostPoint, native);
      },
      scales: {
        x: {
          type: 'logarithmic',
          ...range,
          grid: { color: theme.grid },
          ticks: {
            ...ticks,
            maxRotation: 0,
            callback: (value) =>
              Number.isInteger(Math.log10(Number(value))) ? formatUsd(Number(value)) : '',
          },
        },
        y: {
          min: 0,
          max: 1,
          grid: { color: theme.grid },
          ticks: { ...ticks, stepSize: 0.25, callback: (value) => formatPercent(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          backgroundColor: theme.raised,
          borderColor: theme.grid,
          borderWidth: 1,
          bodyColor: theme.ink,
          bodyFont: { family: theme.font },
          callbacks: {
            label: ({ raw }) => (raw as CostPoint).words, // what `data` holds
          },
        },
      },
    },
  };
}
