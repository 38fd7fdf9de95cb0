import { type Measure, measures } from '../../harness/measures/index.ts';
import type { HistoryPoint, StandingGroup } from '../../harness/standings/standings.ts';
import { findSteps, type Step } from '../../harness/statistics/steps.ts';
import { formatPercent } from '../../harness/words/format.ts';
import { compared } from '../words/compared.ts';

/** A lasting change of one measure of one row. */
export type TrendStep = Pick<Step, 'before' | 'after' | 'p'> & {
  /** Its id. */
  measure: Measure['id'];
  direction: 'rose' | 'fell';
  /** The first point after the change. */
  point: HistoryPoint;
};

/** One row of the leaderboard over the commits, oldest first. All its points share the comparability key. */
export type Trend = {
  comparabilityKey: string;
  standingId: string;
  label: string;
  points: HistoryPoint[];
  /** By measure, then oldest first. */
  steps: TrendStep[];
};

/** A trend for each row: a line never goes on under another key. */
export function trendsOf({ comparabilityKey, rows }: StandingGroup): Trend[] {
  return rows.map((row) => ({
    comparabilityKey,
    standingId: row.id,
    label: compared(row),
    points: row.history,
    steps: measures.flatMap((measure) => stepsOf(row.history, measure)),
  }));
}

/** `score fell from 30 / 30 to 27 / 30`, `median duration rose from 2.7 s to 3.2 s (+18.5 %)`. */
export function stepWords({ measure: id, direction, before, after, point }: TrendStep): string {
  const { names, formatAt, isRelative } = measureOf(id);
  const sign = direction === 'rose' ? '+' : '−';
  const change = isRelative && before !== 0 ? ` (${sign}${formatPercent(Math.abs(after / before - 1))})` : '';
  return `${names.text} ${direction} from ${formatAt(before, point)} to ${formatAt(after, point)}${change}`;
}

function measureOf(id: Measure['id']): Measure {
  const found = measures.find((measure) => measure.id === id);
  if (!found) throw new Error(`no measure ${id}`);
  return found;
}

function stepsOf(history: readonly HistoryPoint[], { id, at }: Measure): TrendStep[] {
  const measured = history.flatMap((point) => {
    const value = at(point);
    return value === null ? [] : [{ point, value }];
  });
  return findSteps(measured.map(({ value }) => value)).flatMap(({ index, before, after, p }) => {
    const point = measured[index]?.point;
    const direction = after > before ? 'rose' : 'fell';
    return point === undefined ? [] : [{ measure: id, direction, point, before, after, p }];
  });
}
