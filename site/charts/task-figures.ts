import { formatDuration } from '../../harness/platform/words/format.ts';
import type { OutcomeStrip } from '../../harness/publish/board/read-site-history.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { type Figure, figureOf } from './chart-figure.ts';

/** Fewer than the 200 that a strip keeps, so that a figure of a cut strip reports earlier runs. */
const pointsOfTask = 150;

/** Durations of a task, one figure per comparability key: only rows of one key share a figure. */
export function taskFigures(
  strips: readonly OutcomeStrip[],
  groups: readonly StandingGroup[],
): { group: StandingGroup; figure: Figure }[] {
  return groups.flatMap((group) => {
    const rows = new Set(group.rows.map(({ id }) => id));
    const lines = strips.filter(({ standingId }) => rows.has(standingId)).map(lineOf);
    return lines.length === 0 ? [] : [{ group, figure: figureOf(lines, pointsOfTask) }];
  });
}

function lineOf({ label, points }: OutcomeStrip) {
  return {
    label,
    points: points.map(({ durationMs, status, sha, date, runId, startedAt }) => {
      const text =
        status === 'passed'
          ? formatDuration(durationMs)
          : `${formatDuration(durationMs)}, ${status.replaceAll('_', ' ')}`;
      const cells = [{ value: durationMs, text, interval: null, step: null }];
      return { sha, date, runId, startedAt, cells };
    }),
  };
}
