import type { Scan } from './scan.ts';
import { type Counts, scanCounts } from './scan-counts.ts';
import { scanRanks } from './scan-ranks.ts';
import { median } from './statistics.ts';
import type { Stretch } from './stretches.ts';
import { whiten } from './whiten.ts';

/** One measure of one row, oldest first. */
export type Series = { counts: readonly Counts[] } | { values: readonly number[] };

/** Older points are not looked at. */
export const lastPoints = 1000;

export type Levels = { before: number; after: number };

/** What may be asked of a series while it is cut. */
export type Search = {
  /** How many points before the first were left out. */
  from: number;
  length: number;
  /** Whether it could change at all. */
  varies: boolean;
  scan: (stretch: Stretch) => Scan;
  at: (index: number) => number;
  levelsOf: (earlier: readonly Stretch[], later: readonly Stretch[]) => Levels;
  isWorthTelling: (levels: Levels) => boolean;
};

/** Half of one episode, and this much of all. */
const leastEpisodes = 0.5;
const leastShare = 0.01;
/** As asv has it. */
const leastChange = 0.05;

export function searchOf(series: Series): Search {
  return 'counts' in series ? searchCounts(series.counts) : searchValues(series.values);
}

function searchCounts(all: readonly Counts[]): Search {
  const from = Math.max(0, all.length - lastPoints);
  const runs = all.slice(from);
  const sum = (stretches: readonly Stretch[], of: (run: Counts) => number) =>
    stretches.reduce(
      (total, { from, to }) => total + runs.slice(from, to).reduce((part, run) => part + of(run), 0),
      0,
    );
  const whole = [{ from: 0, to: runs.length }];
  const [passed, total] = [sum(whole, (run) => run.passed), sum(whole, (run) => run.total)];
  const rateOf = (stretches: readonly Stretch[]) =>
    sum(stretches, (run) => run.passed) / sum(stretches, (run) => run.total);
  return {
    from,
    length: runs.length,
    varies: passed > 0 && passed < total,
    scan: ({ from, to }) => scanCounts(runs.slice(from, to)),
    at: (index) => (runs[index]?.passed ?? 0) / (runs[index]?.total ?? 1),
    levelsOf: (earlier, later) => ({ before: rateOf(earlier), after: rateOf(later) }),
    isWorthTelling: ({ before, after }) => {
      const change = Math.abs(after - before);
      return change * (total / runs.length) >= leastEpisodes && change >= leastShare;
    },
  };
}

function searchValues(all: readonly number[]): Search {
  const from = Math.max(0, all.length - lastPoints);
  const values = all.slice(from);
  const white = whiten(values);
  const of = (stretches: readonly Stretch[]) => stretches.flatMap(({ from, to }) => values.slice(from, to));
  return {
    from,
    length: values.length,
    varies: values.some((value) => value !== values[0]),
    scan: ({ from, to }) => scanRanks(white.slice(from, to)),
    at: (index) => values[index] ?? 0,
    levelsOf: (earlier, later) => levelsOf(of(earlier), of(later)),
    isWorthTelling: ({ before, after }) =>
      Math.abs(after - before) >= leastChange * Math.abs(before) && after !== before,
  };
}

function levelsOf(earlier: readonly number[], later: readonly number[]): Levels {
  const [before, after] = [median(earlier) ?? 0, median(later) ?? 0];
  return before === after ? { before: meanOf(earlier), after: meanOf(later) } : { before, after };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
