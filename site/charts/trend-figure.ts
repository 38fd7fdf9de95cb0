import { type Measure, measures } from '../../harness/results/measures/index.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { type Interval, wilson95 } from '../../harness/results/statistics/statistics.ts';
import type { VersionedPoint } from '../history/contender-lines.ts';
import type { Chart } from './chart.ts';
import { type Figure, figureOf } from './chart-figure.ts';
import { trendChart } from './trend-chart.ts';
import type { Trend } from './trends.ts';

/**
 * The trends of one comparability key as lines of one figure, without the optional measures that none of its runs has. A
 * share of an agent or a model has its 95 % interval on these tasks.
 */
export function trendFigure(
  trends: readonly Trend[],
  kind: StandingGroup['kind'],
  room: number,
): { charts: Chart[]; figure: Figure } {
  const shown = measures.filter(
    ({ expectedOf, at }) =>
      expectedOf === null || trends.some(({ points }) => points.some((point) => at(point) !== null)),
  );
  const lines = trends.map(({ label, points, steps }) => ({
    label,
    points: points.map((point, index) => ({
      sha: point.sha,
      date: point.date,
      runId: point.runId,
      startedAt: point.startedAt,
      ...(index > 0 && point.version !== points[index - 1]?.version ? { mark: point.version } : {}),
      cells: shown.map((measure) => {
        const { id, at, formatAt } = measure;
        const value = at(point);
        const step = steps.find((found) => found.measure === id && found.point === point);
        const text = value === null ? 'not measured' : formatAt(value, point);
        const interval = isOfAgent(kind) ? intervalOf(measure, point) : null;
        return { value, text, interval, step: step?.direction ?? null };
      }),
    })),
  }));
  return { charts: shown.map(trendChart), figure: figureOf(lines, room) };
}

function intervalOf({ at, countsAt }: Measure, point: VersionedPoint): Interval | null {
  if (!countsAt || at(point) === null) return null;
  const { passed, total } = countsAt(point);
  return wilson95(passed, total);
}
