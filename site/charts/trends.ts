import type { HistoryPoint, StandingGroup } from '../../harness/result/standings.ts';
import { findSteps, type Step } from '../../harness/statistics/steps.ts';
import { compared } from '../words/compared.ts';
import { formatBytes, formatCount, formatDuration, formatPercent, formatUsd } from '../words/format.ts';

export type Measure = 'score' | 'durationMs' | 'toolCalls' | 'responseBytes' | 'usd';

/** A lasting change of one measure of one row. */
export type TrendStep = Pick<Step, 'before' | 'after' | 'p'> & {
  measure: Measure;
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

type Reading = {
  name: string;
  /** Null where it was not measured. */
  of: (point: HistoryPoint) => number | null;
  format: (value: number, point: HistoryPoint) => string;
};

export const readings: Record<Measure, Reading> = {
  score: {
    name: 'score',
    of: ({ passed, total }) => (total === 0 ? null : passed / total),
    format: (share, { total }) => `${formatCount(share * total)} / ${formatCount(total)}`,
  },
  durationMs: {
    name: 'median duration',
    of: ({ medianDurationMs }) => medianDurationMs,
    format: formatDuration,
  },
  toolCalls: { name: 'median tool calls', of: ({ medianToolCalls }) => medianToolCalls, format: formatCount },
  responseBytes: {
    name: 'median response size',
    of: ({ medianResponseBytes }) => medianResponseBytes,
    format: formatBytes,
  },
  usd: { name: 'cost', of: ({ usd }) => usd, format: formatUsd },
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
export function stepWords({ measure, direction, before, after, point }: TrendStep): string {
  const { name, format } = readings[measure];
  const sign = direction === 'rose' ? '+' : '−';
  // Of a share in percent there would be two kinds.
  const isRelative = before !== 0 && measure !== 'score';
  const change = isRelative ? ` (${sign}${formatPercent(Math.abs(after / before - 1))})` : '';
  return `${name} ${direction} from ${format(before, point)} to ${format(after, point)}${change}`;
}

const measures = Object.keys(readings) as Measure[]; // the type of `readings` has no other key

function stepsOf(history: readonly HistoryPoint[], measure: Measure): TrendStep[] {
  const measured = history.flatMap((point) => {
    const value = readings[measure].of(point);
    return value === null ? [] : [{ point, value }];
  });
  return findSteps(measured.map(({ value }) => value)).flatMap(({ index, before, after, p }) => {
    const point = measured[index]?.point;
    const direction = after > before ? 'rose' : 'fell';
    return point === undefined ? [] : [{ measure, direction, point, before, after, p }];
  });
}
