import { formatDate } from '../../harness/publish/board/format.ts';
import type { Interval } from '../../harness/results/statistics/statistics.ts';

/** `value` is null where it was not measured; `interval` where it has none. */
type FigureCell = {
  value: number | null;
  text: string;
  interval: Interval | null;
  step: 'rose' | 'fell' | null;
};

/** One run; a cell for each chart of the figure, and what began with it. */
type FigurePoint = {
  sha: string;
  /** Of the commit; null where it is not known. */
  date: string | null;
  runId: string;
  startedAt: string;
  cells: FigureCell[];
  mark?: string;
};

export type FigureLine<P = FigurePoint> = { label: string; points: P[] };

/** Lines over one axis of time, each oldest first. */
export type Figure = {
  /** `isFirst`: shown before a reader chooses. */
  lines: (FigureLine<FigurePoint & { atMs: number }> & { isFirst: boolean })[];
  /** What was played before all that is shown: how many points, and the lines that have no later one. */
  earlier: { points: number; lines: string[] };
};

/** As many lines as one chart can show and still be read. */
export const linesAtFirst = 8;

/**
 * The newest points of all lines, at most `room` of them, each at the date of its commit or, where that is not known, at
 * the start of its run. Those of one instant stay or go together. Of many lines those that were played last are shown
 * first; of such that were played equally late, those with more points.
 */
export function figureOf(lines: readonly FigureLine[], room: number): Figure {
  const placed = lines.map(({ label, points }) => ({
    label,
    points: points
      .map((point) => ({ ...point, atMs: Date.parse(point.date ?? point.startedAt) }))
      .sort((a, b) => a.atMs - b.atMs),
  }));
  const instants = placed.flatMap(({ points }) => points.map(({ atMs }) => atMs)).sort((a, b) => b - a);
  // The newest instant is shown whole, whatever the room.
  const tooOld = instants.find((atMs, index) => index >= room && atMs < (instants[0] ?? 0));
  const kept = placed.map(({ label, points }) => ({
    label,
    points: tooOld === undefined ? points : points.filter(({ atMs }) => atMs > tooOld),
  }));
  const shown = kept.filter(({ points }) => points.length > 0);
  const last = ({ points }: (typeof shown)[number]) => points.at(-1)?.atMs ?? 0;
  const first = new Set(
    shown.toSorted((a, b) => last(b) - last(a) || b.points.length - a.points.length).slice(0, linesAtFirst),
  );
  return {
    lines: shown.map((line) => ({ ...line, isFirst: first.has(line) })),
    earlier: {
      points: instants.length - shown.reduce((sum, { points }) => sum + points.length, 0),
      lines: kept.filter(({ points }) => points.length === 0).map(({ label }) => label),
    },
  };
}

/** Whether there is something to draw, in one column or in any: a row that was measured at two commits. */
export function hasLine({ lines }: Figure, column?: number): boolean {
  return lines.some(({ points }) => {
    const columns = column === undefined ? (points[0]?.cells.keys() ?? []) : [column];
    const commits = (of: number) =>
      points.flatMap(({ cells, sha }) => (cells[of]?.value == null ? [] : [sha]));
    return [...columns].some((each) => new Set(commits(each)).size > 1);
  });
}

/** How many points the longest line has. */
export function longestOf({ lines }: Figure): number {
  return Math.max(0, ...lines.map(({ points }) => points.length));
}

/** What a chart of the figure shows, for who does not see it. */
export function describeChart(title: string, column: number, { lines }: Figure): string {
  const said = lines.map(({ label, points }) => {
    const cells = points.map(({ cells }) => cells[column]).filter((cell) => cell !== undefined);
    const measured = cells.filter(({ value }) => value !== null);
    const byValue = measured.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
    const [first, last] = [measured[0], measured.at(-1)];
    if (first === undefined || last === undefined) return `${label}: not measured.`;
    if (measured.length === 1) return `${label}: one run, ${first.text}.`;
    return `${label}: from ${first.text} to ${last.text}, lowest ${byValue[0]?.text}, highest ${byValue.at(-1)?.text}.`;
  });
  const days = lines.flatMap(({ points }) => points.map(({ atMs }) => atMs)).sort((a, b) => a - b);
  const span = [
    ...new Set([days[0], days.at(-1)].flatMap((ms) => (ms === undefined ? [] : [formatDate(ms)]))),
  ];
  return `${[title, span.join(' to ')].filter((part) => part !== '').join(', ')}. ${said.join(' ')}`;
}
