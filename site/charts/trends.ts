import { formatPercent } from '../../harness/platform/words/format.ts';
import { compared, plural } from '../../harness/publish/board/format.ts';
import { type Measure, measures } from '../../harness/results/measures/index.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { findSteps, type Series, type Step } from '../../harness/results/statistics/steps.ts';
import { contenderLines, type VersionedPoint } from '../history/contender-lines.ts';

/** A new version of a server, and the number of runs from its first run to a change; negative if the change came before. */
type Upgrade = { server: string; runsAfter: number };

/** A lasting change of one measure of one row. */
export type TrendStep = Omit<Step, 'index'> & {
  /** Id of the measure. */
  measure: Measure['id'];
  direction: 'rose' | 'fell';
  /** The first point after the change. */
  point: VersionedPoint;
  /** Null if no new version is near. */
  upgrade: Upgrade | null;
};

/** One agent, model and server over the commits, oldest first. All points share the comparability key. */
export type Trend = {
  comparabilityKey: string;
  /** Label of the newest row. */
  standingId: string;
  label: string;
  points: VersionedPoint[];
  /** Versions of its server, oldest first; a version that returned is listed twice. */
  versions: { version: string; first: VersionedPoint; runs: number }[];
  /** By measure, then oldest first. */
  steps: TrendStep[];
};

const searched = measures.filter(({ leftOutOf }) => !leftOutOf.includes('changes'));

/**
 * The trends of each group. A line continues over versions of its server, and ends with its key. The groups are those of
 * one page: the more series are tested together, the stronger a change must be to be reported.
 */
export function trendsOf(page: readonly StandingGroup[]): Trend[][] {
  const groups = page.map(({ comparabilityKey, rows }) =>
    contenderLines(rows).map((line) => ({
      ...line,
      comparabilityKey,
      measured: searched.map((measure) => measuredOf(line.points, measure)),
    })),
  );
  const steps = findSteps(groups.flat().flatMap(({ measured }) => measured.map(({ series }) => series)));
  return groups.map((lines) =>
    lines.map(({ comparabilityKey, newest, points, measured }) => ({
      comparabilityKey,
      standingId: newest.id,
      label: compared(newest),
      points,
      versions: versionsOf(points),
      steps: measured.flatMap((each) => trendSteps(each, steps.shift() ?? [], newest.server.id)),
    })),
  );
}

function versionsOf(points: readonly VersionedPoint[]): Trend['versions'] {
  const firsts = points.flatMap((point, index) =>
    point.version === points[index - 1]?.version ? [] : [{ point, index }],
  );
  return firsts.map(({ point, index }, at) => ({
    version: point.version,
    first: point,
    runs: (firsts[at + 1]?.index ?? points.length) - index,
  }));
}

/** `score fell from 30 / 30 to 27 / 30`, `median duration rose from 2.7 s to 3.2 s (+18.5 %)`. */
export function stepWords({ measure: id, direction, before, after, point, upgrade }: TrendStep): string {
  const { names, formatAt, isRelative } = measureOf(id);
  const sign = direction === 'rose' ? '+' : '−';
  const change = isRelative && before !== 0 ? ` (${sign}${formatPercent(Math.abs(after / before - 1))})` : '';
  const came = upgrade === null ? '' : `, ${upgradeWords(upgrade)}`;
  return `${names.text} ${direction} from ${formatAt(before, point)} to ${formatAt(after, point)}${change}${came}`;
}

/** `p = 0.0004, 20 runs before, 5 after`. */
export function evidenceWords({ p, runsBefore, runsAfter }: TrendStep): string {
  const rounded = p < 0.0001 ? 'p < 0.0001' : `p = ${Number(p.toPrecision(1))}`;
  return `${rounded}, ${plural(runsBefore, 'run')} before, ${runsAfter} after`;
}

function upgradeWords({ server, runsAfter }: Upgrade): string {
  if (runsAfter === 0) return `with ${server}`;
  return `${plural(Math.abs(runsAfter), 'run')} ${runsAfter > 0 ? 'after' : 'before'} ${server}`;
}

function measureOf(id: Measure['id']): Measure {
  const found = measures.find((measure) => measure.id === id);
  if (!found) throw new Error(`no measure ${id}`);
  return found;
}

type Measured = { measure: Measure['id']; points: VersionedPoint[]; series: Series };

function measuredOf(history: readonly VersionedPoint[], { id, at, countsAt }: Measure): Measured {
  const measured = history.flatMap((point) => {
    const value = at(point);
    return value === null ? [] : [{ point, value }];
  });
  const points = measured.map(({ point }) => point);
  const series = countsAt ? { counts: points.map(countsAt) } : { values: measured.map(({ value }) => value) };
  return { measure: id, points, series };
}

function trendSteps({ measure, points }: Measured, steps: readonly Step[], server: string): TrendStep[] {
  return steps.flatMap(({ index, ...step }) => {
    const point = points[index];
    if (point === undefined) return [];
    const direction = step.after > step.before ? 'rose' : 'fell';
    return [{ ...step, measure, direction, point, upgrade: upgradeNear(points, { index, ...step }, server) }];
  });
}

/** Tolerance in runs: the exact run of a change is uncertain. */
const near = 3;

/**
 * The nearest new version; of two equally near, the earlier one, because a change has its cause before it. A version that
 * came with another step of the series is reported there.
 */
function upgradeNear(points: readonly VersionedPoint[], step: Step, server: string): Upgrade | null {
  const distances = Array.from({ length: near + 1 }, (_, distance) => [distance, -distance]).flat();
  const runsAfter = distances.find((distance) => {
    const [before, first] = [points[step.index - distance - 1], points[step.index - distance]];
    const isOfThis = distance < step.runsBefore && -distance < step.runsAfter;
    return isOfThis && before && first && before.version !== first.version;
  });
  if (runsAfter === undefined) return null;
  return {
    server: `${server} ${points[step.index - runsAfter]?.version}`,
    runsAfter: runsAfter === 0 ? 0 : runsAfter,
  };
}

/** Trends of the groups that no newer round has superseded, newest first. All of them are on one page. */
export function currentTrends(
  standings: readonly StandingGroup[],
): { group: StandingGroup; trends: Trend[] }[] {
  const current = standings.filter(({ superseded }) => !superseded);
  const trends = trendsOf(current);
  return current.map((group, index) => ({ group, trends: trends[index] ?? [] }));
}
