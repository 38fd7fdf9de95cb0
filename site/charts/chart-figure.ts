import { formatDate } from '../../harness/publish/board/format.ts';
import type { Interval } from '../../harness/results/statistics/statistics.ts';

/** `value` is null if it was not measured; `interval` is null if it has none. */
type FigureCell = {
  value: number | null;
  text: string;
  interval: Interval | null;
  step: 'rose' | 'fell' | null;
};

/** One run: a cell for each chart of the figure, and the change that began with it. */
type FigurePoint = {
  sha: string;
  /** Date of the commit; null if unknown. */
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
  /** Runs before the shown ones: the number of points, and the lines without a later point. */
  earlier: { points: number; lines: string[] };
};

/** The most lines that are readable in one chart. */
export const linesAtFirst = 8;

/**
 * The newest points of all lines, at most `room` of them, each at the date of its commit or, where that is not known, at
 * the start of its run. Points of one instant stay or go together. With many lines, the most recent ones are shown at
 * first; among equally recent lines, those with more points.
 */
export function figureOf(lines: readonly FigureLine[], room: number): Figure {
  const placed = lines.map(({ label, points }) => ({
    label,
    points: points
      .map((point) => ({ ...point, atMs: Date.parse(point.date ?? point.startedAt) }))
      .sort((a, b) => a.atMs - b.atMs),
  }));
  const instants = placed.flatMap(({ points }) => points.map(({ atMs }) => atMs)).sort((a, b) => b - a);
  // The newest instant is always shown, even without room.
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

/** Whether one column, or any, has something to draw: a row that was measured at two commits. */
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

/** A chart of the figure in words, for readers who do not see it. */
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
