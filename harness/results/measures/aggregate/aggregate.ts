import type { Counts } from '../../statistics/scan.ts';
import type { Interval } from '../../statistics/statistics.ts';

/** Passed episodes out of all, with the 95 % interval. */
export type Score = { passed: number; total: number; rate: number; wilson95: Interval };

/** What a table shows of a row; `null` where it was not measured. */
export type Reading = {
  value: number | null;
  /** As a page writes it. */
  text: string | null;
  /** The bounds of its 95 % interval, likewise. */
  interval: [low: string, high: string] | null;
  /** As a terminal and the documents write it. */
  exact: string;
  /** Where it is a share, for a drawing of it. */
  score: Score | null;
  /** `of 29 of 30 episodes`, where it was not measured of all. */
  over: string | null;
};

/** One column of a CSV file, or one field of a point. */
type Column<Source> = { name: string; of: (source: Source) => number | null };

/** How much of its suite a run is: the episodes that it leaves out, and in words why. */
export type Extent = { isWhole: boolean; leftOut: number; words: string };

/** One column of a terminal's table. */
export type TerminalColumn<Episode> = {
  name: string;
  of: (episodes: readonly Episode[], extent: Extent) => string;
};

/**
 * What becomes of a measure's values over the episodes of a run. `Totals` are the fields that a results file stores,
 * `Row` those of a standing, `Point` those of one place of a history.
 */
export type Aggregate<Episode, Totals extends object, Row extends object, Point extends object> = {
  /** What it is called, with a capital letter: `Median duration`. */
  name: string;
  /** What kind of value each field of the totals is: a number or null, or a score. */
  stored: { [Field in keyof Totals]: 'number' | 'score' };
  totals: (episodes: readonly Episode[]) => Totals;
  /** Its lines on the page of a run. */
  lines: (episodes: readonly Episode[]) => { name: string; text: string | null }[];
  terminal: TerminalColumn<Episode>[];
  /** Trials: how often each task was tried. */
  row: (episodes: readonly Episode[], trials: number) => Row;
  reading: (row: Row) => Reading;
  columns: Column<Row>[];
  point: (episodes: readonly Episode[]) => Point;
  pointColumns: Column<Point>[];
  /** Null where it was not measured. */
  at: (point: Point) => number | null;
  /** What a share is the share of, so that it is tested as such. */
  countsAt?: (point: Point) => Counts;
  /** A value near that of a point, as a page writes it. */
  formatAt: (value: number, point: Point) => string;
  /** Whether a table draws it with its interval, in place of a column of numbers. */
  isDrawn: boolean;
  /** Whether a change is also said in percent of what it was: of a share in percent there would be two kinds. */
  isRelative: boolean;
};
