import type { Interval } from '../../harness/results/statistics/statistics.ts';

/** A number that a table holds; `value` is null where it was not measured, and the line has a gap there. */
export type Point = {
  /** When it is drawn, in milliseconds of the epoch. */
  atMs: number;
  value: number | null;
  /** 95 %; null where it has none. */
  interval: Interval | null;
  /** As the table writes it. */
  text: string;
  step: boolean;
  run: { name: string; href: string };
};

export type Line = { label: string; points: Point[] };

/** What a chart is drawn from: a line for each row of the leaderboard, its points oldest first. */
export type ChartTable = { lines: Line[] };
