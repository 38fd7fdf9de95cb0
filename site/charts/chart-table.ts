import type { Interval } from '../../harness/results/statistics/statistics.ts';

/** A number of a table; `value` is null if it was not measured, and then the line has a gap. */
export type Point = {
  /** Its place on the axis of time, in milliseconds since the epoch. */
  atMs: number;
  value: number | null;
  /** 95 % interval; null if it has none. */
  interval: Interval | null;
  /** As the table writes it. */
  text: string;
  step: boolean;
  run: { name: string; href: string };
};

export type Line = { label: string; points: Point[] };

/** The data of a chart: a line for each row of the leaderboard, its points oldest first. */
export type ChartTable = { lines: Line[] };
