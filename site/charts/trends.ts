import { type Measure, measures } from '../../harness/measures/index.ts';
import type { StandingGroup } from '../../harness/standings/standings.ts';
import { findSteps, type Step } from '../../harness/statistics/steps.ts';
import { formatPercent } from '../../harness/words/format.ts';
import { contenderLines, type VersionedPoint } from '../history/contender-lines.ts';
import { compared } from '../words/compared.ts';

/** A lasting change of one measure of one row. */
export type TrendStep = Pick<Step, 'before' | 'after' | 'p'> & {
  /** Its id. */
  measure: Measure['id'];
  direction: 'rose' | 'fell';
  /** The first point after the change. */
  point: VersionedPoint;
  /** The server whose new version came with the change; null where it had the one before. */
  upgrade: string | null;
};

/** One agent, model and server over the commits, oldest first. All points share the comparability key. */
export type Trend = {
  comparabilityKey: string;
  /** Of the newest row. */
  standingId: string;
  label: string;
  points: VersionedPoint[];
  /** By measure, then oldest first. */
  steps: TrendStep[];
};

const searched = measures.filter(({ leftOutOf }) => !leftOutOf.includes('changes'));

/** A line goes on over versions of its server, and never under another key. */
export function trendsOf({ comparabilityKey, rows }: StandingGroup): Trend[] {
  return contenderLines(rows).map(({ newest, points }) => ({
    comparabilityKey,
    standingId: newest.id,
    label: compared(newest),
    points,
    steps: searched.flatMap((measure) => stepsOf(points, measure, newest.server.id)),
  }));
}

/** `score fell from 30 / 30 to 27 / 30`, `median duration rose from 2.7 s to 3.2 s (+18.5 %)`. */
export function stepWords({ measure: id, direction, before, after, point, upgrade }: TrendStep): string {
  const { names, formatAt, isRelative } = measureOf(id);
  const sign = direction === 'rose' ? '+' : '−';
  const change = isRelative && before !== 0 ? ` (${sign}${formatPercent(Math.abs(after / before - 1))})` : '';
  const came = upgrade === null ? '' : `, with ${upgrade}`;
  return `${names.text} ${direction} from ${formatAt(before, point)} to ${formatAt(after, point)}${change}${came}`;
}

function measureOf(id: Measure['id']): Measure {
  const found = measures.find((measure) => measure.id === id);
  if (!found) throw new Error(`no measure ${id}`);
  return found;
}

function stepsOf(history: readonly VersionedPoint[], { id, at }: Measure, server: string): TrendStep[] {
  const measured = history.flatMap((point) => {
    const value = at(point);
    return value === null ? [] : [{ point, value }];
  });
  return findSteps(measured.map(({ value }) => value)).flatMap(({ index, before, after, p }) => {
    const point = measured[index]?.point;
    const direction = after > before ? 'rose' : 'fell';
    if (point === undefined) return [];
    const isUpgrade = measured[index - 1]?.point.version !== point.version;
    const upgrade = isUpgrade ? `${server} ${point.version}` : null;
    return [{ measure: id, direction, point, upgrade, before, after, p }];
  });
}
