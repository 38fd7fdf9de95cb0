/** A number that a table holds; `value` is null where it was not measured, and the line has a gap there. */
export type Point = {
  /** Counted from 0 along the chart: a commit, or one of several runs of it. */
  place: number;
  value: number | null;
  /** As the table writes it. */
  text: string;
  step: boolean;
};

export type Line = { label: string; points: Point[] };

/** What a chart is drawn from: the names of the places, oldest first, and a line for each row of the leaderboard. */
export type ChartTable = { places: string[]; lines: Line[] };
