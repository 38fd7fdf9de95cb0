import { formatCount } from '../../../platform/words/format.ts';
import type { Unit } from '../../../platform/words/units.ts';
import type { Counts } from '../../statistics/scan.ts';
import type { Interval } from '../../statistics/statistics.ts';
import type { Core } from '../measure.ts';

/** Passed episodes out of all, with the 95 % interval. */
export type Score = { passed: number; total: number; rate: number; wilson95: Interval };

/** The score of a row; the interval is null if the run is deterministic. */
export type RowScore = Omit<Score, 'wilson95'> & { wilson95: Interval | null };

/** The value of a measure in a table row; `null` if it was not measured. */
export type Reading = {
  value: number | null;
  /** The value as text on a page. */
  text: string | null;
  /** The bounds of its 95 % interval as text on a page. */
  interval: [low: string, high: string] | null;
  /** The value as text in a terminal and in the documents. */
  exact: string;
  /** The score to draw if the measure is a share. */
  score: RowScore | null;
  /** `of 29 of 30 episodes`, if some episodes lack the value. */
  over: string | null;
};

/** One column of a CSV file, or one field of a point. */
type Column<Source> = { name: string; of: (source: Source) => number | null };

/** The part of its suite that a run covers: the number of left-out episodes, and the reasons as text. */
export type Extent = { isWhole: boolean; leftOut: number; words: string };

/** The facts about a run that a terminal column needs beside its episodes. */
type TerminalRun = Extent & { deterministic: boolean };

/** One column of a terminal's table. */
export type TerminalColumn<Episode> = {
  name: string;
  of: (episodes: readonly Episode[], run: TerminalRun) => string;
};

/**
 * Sums up a measure's values over the episodes of a run. `Totals` are the fields that a results file stores, `Row`
 * those of a standing, `Point` those of one place of a history.
 */
export type Aggregate<Episode, Totals extends object, Row extends object, Point extends object> = {
  /** Its name with a capital letter: `Median duration`. */
  name: string;
  /** The kind of each field of the totals: a number or null, or a score. */
  stored: { [Field in keyof Totals]: 'number' | 'score' };
  totals: (episodes: readonly Episode[]) => Totals;
  /** Its lines on the page of a run. */
  lines: (episodes: readonly Episode[]) => { name: string; text: string | null }[];
  terminal: TerminalColumn<Episode>[];
  /** `trials`: attempts per task. */
  row: (episodes: readonly Episode[], trials: number) => Row;
  reading: (row: Row) => Reading;
  columns: Column<Row>[];
  point: (episodes: readonly Episode[]) => Point;
  pointColumns: Column<Point>[];
  /** Null if it was not measured. */
  at: (point: Point) => number | null;
  /** The numerator and denominator of a share, so that changes are tested as shares. */
  countsAt?: (point: Point) => Counts;
  /** Formats a value near that of a point for a page. */
  formatAt: (value: number, point: Point) => string;
  /** Whether a table draws it with its interval instead of a column of numbers. */
  isDrawn: boolean;
  /** Whether a change is also given in percent of the earlier value. Not for a share, which is in percent itself. */
  isRelative: boolean;
};

/** The traits of a number that is not a share. */
export const asNumber = { isDrawn: false, isRelative: true } as const;

/** The intersection of a union of records. */
export type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/** Merges records with different fields into one. */
export function joined<Part extends object>(parts: readonly Part[]): Joined<Part> {
  // `Object.assign` of a list has no type; the result contains every part of the union.
  return Object.assign({}, ...parts) as Joined<Part>;
}

/** `Object.fromEntries` that keeps the names. */
export function record<Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Record<Name, Value> {
  // The type of `Object.fromEntries` has arbitrary keys; the result has exactly these.
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/** How numbers of a unit are formatted; null means not measured. */
export function writingOf(unit: Unit) {
  const text = (value: number | null) => (value === null ? null : unit.format(value));
  const exact = (value: number | null) => (value === null ? '-' : unit.exact(value));
  const reading = (
    value: number | null,
    { interval = null, over = null }: Partial<Pick<Reading, 'interval' | 'over'>> = {},
  ): Reading => ({ value, text: text(value), interval, exact: exact(value), score: null, over });
  return { text, exact, reading };
}

/** Costs have at most twelve decimals; further digits are noise of binary fractions. */
export function rounded(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

/** The number of episodes whose value is known. */
type Over = { known: number; episodes: number };

/** `of 29 of 30 episodes`; null if all episodes have the value, or none. */
function overWords({ known, episodes }: Over): string | null {
  if (known === 0 || known === episodes) return null;
  return `of ${formatCount(known)} of ${formatCount(episodes)} episodes`;
}

function overOf<Episode>(episodes: readonly Episode[], of: (episode: Episode) => number | null): Over {
  return { known: episodes.filter((each) => of(each) !== null).length, episodes: episodes.length };
}

/** A number, and the number of episodes whose value is known. */
export type Known = Over & { value: number | null };

/**
 * One number over the episodes whose value is known; `sumUp` receives only these. Nothing is stored because the number
 * follows from the episodes.
 */
function ofKnown<Id extends string, Episode>(
  { id, title, unit, of, names }: Core<Id, Episode>,
  sumUp: (known: readonly (readonly [episode: Episode, value: number])[]) => number | null,
): Aggregate<Episode, Record<never, never>, Record<Id, Known>, Record<Id, number | null>> {
  const found = (episodes: readonly Episode[]) =>
    sumUp(
      episodes.flatMap((episode) => {
        const value = of(episode);
        return value === null ? [] : [[episode, value] as const];
      }),
    );
  const { text, exact, reading } = writingOf(unit);
  const wholeText = (episodes: readonly Episode[]) => {
    const words = overWords(overOf(episodes, of));
    return [text(found(episodes)), words].filter((part) => part !== null).join(', ') || null;
  };
  return {
    name: names?.chart ?? title,
    stored: {},
    totals: () => ({}),
    lines: (episodes) => [{ name: names?.chart ?? title, text: wholeText(episodes) }],
    terminal: [{ name: names?.terminal ?? names?.text ?? title, of: (episodes) => exact(found(episodes)) }],
    row: (episodes) => record([[id, { value: found(episodes), ...overOf(episodes, of) }]]),
    reading: ({ [id]: { value, ...over } }) => reading(value, { over: overWords(over) }),
    columns: [
      { name: id, of: (row) => row[id].value },
      { name: `${id}Known`, of: (row) => row[id].known },
    ],
    point: (episodes) => record([[id, found(episodes)]]),
    pointColumns: [{ name: id, of: (point) => point[id] }],
    at: (point) => point[id],
    formatAt: unit.format,
    ...asNumber,
  };
}

/** The mean over the episodes whose value is known. */
export function mean<Id extends string, Episode>(core: Core<Id, Episode>) {
  return ofKnown(core, (known) =>
    known.length === 0 ? null : rounded(known.reduce((sum, [, value]) => sum + value, 0) / known.length),
  );
}

/** The sum over the episodes whose value is known, divided by the number of them that passed; null if none passed. */
export function perPass<Id extends string, Episode extends { success: boolean }>(core: Core<Id, Episode>) {
  return ofKnown(core, (known) => {
    const passed = known.filter(([{ success }]) => success).length;
    return passed === 0 ? null : rounded(known.reduce((sum, [, value]) => sum + value, 0) / passed);
  });
}

/**
 * The sum over the episodes; null unless every value is known. A partial sum is reported as a lower bound ("at least").
 * Stored by the id.
 */
export function total<Id extends string, Episode>({
  id,
  title,
  unit,
  of,
  names,
}: Core<Id, Episode>): Aggregate<
  Episode,
  Record<Id, number | null>,
  Record<Id, number | null>,
  Record<Id, number | null>
> {
  const sum = (episodes: readonly Episode[]) => sumOf(episodes.map(of));
  const fieldOf = (episodes: readonly Episode[]) => record([[id, sum(episodes)]]);
  const { text, exact, reading } = writingOf(unit);
  const wholeText = (episodes: readonly Episode[]) => {
    const whole = sum(episodes);
    const { known } = overOf(episodes, of);
    if (whole !== null || known === 0) return text(whole);
    const part = sumOf(episodes.map(of).filter((value) => value !== null));
    return `at least ${text(part)}, known for ${known} of ${episodes.length} episodes`;
  };
  const column = { name: id, of: (source: Record<Id, number | null>) => source[id] };
  return {
    name: title,
    stored: record([[id, 'number']]),
    totals: fieldOf,
    lines: (episodes) => [{ name: title, text: wholeText(episodes) }],
    terminal: [{ name: names?.terminal ?? title.toLowerCase(), of: (episodes) => exact(sum(episodes)) }],
    row: fieldOf,
    reading: ({ [id]: value }) => reading(value),
    columns: [column],
    point: fieldOf,
    pointColumns: [column],
    at: column.of,
    formatAt: unit.format,
    ...asNumber,
  };
}

function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return values.length === 0 ? null : rounded(sum);
}
