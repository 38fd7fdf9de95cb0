import type { StandingGroup } from '../../harness/standings/standings.ts';
import { formatDuration } from '../../harness/words/format.ts';
import type { OutcomeStrip } from '../history/read-site-history.ts';
import { type Figure, figureOf } from './chart-figure.ts';

/** How long a task took, a figure for each comparability key: only rows of one key are drawn side by side. */
export function taskFigures(
  strips: readonly OutcomeStrip[],
  groups: readonly StandingGroup[],
  commitOrder: ReadonlyMap<string, number>,
): { group: StandingGroup; figure: Figure }[] {
  return groups.flatMap((group) => {
    const rows = new Set(group.rows.map(({ id }) => id));
    const lines = strips.filter(({ standingId }) => rows.has(standingId)).map(lineOf);
    return lines.length === 0 ? [] : [{ group, figure: figureOf(lines, commitOrder) }];
  });
}

function lineOf({ label, points }: OutcomeStrip) {
  return {
    label,
    points: points.map(({ sha, date, durationMs, status }) => {
      const text =
        status === 'passed'
          ? formatDuration(durationMs)
          : `${formatDuration(durationMs)}, ${status.replaceAll('_', ' ')}`;
      return { sha, date, cells: [{ value: durationMs, text, step: null }] };
    }),
  };
}
