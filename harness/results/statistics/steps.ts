import { type Counts, type Scan, type Stretch, scanCounts, scanRanks } from './scan.ts';
import { centredRanks, median, mulberry32, significant } from './statistics.ts';

/** A change point: a lasting change of level. */
export type Step = {
  /** The first point after it. */
  index: number;
  /**
   * The levels of the two stretches that meet here, each up to the next step. For scores: the share of all episodes
   * that passed. For values: the medians, or the means if the medians are equal.
   */
  before: number;
  after: number;
  /** The p of the test that found it. */
  p: number;
  /** The numbers of points in the two stretches. */
  runsBefore: number;
  runsAfter: number;
};

export const stepMethod =
  'All series of a page are tested together (Benjamini & Hochberg 1995): at most 5 % of the pages without any change show a step. ' +
  'In each series only the most prominent change is tested. It lasts to the end, or goes there and back (Olshen et al. 2004). ' +
  'It is compared with seeded random orders of the series: 999 orders for one series, 9,999 for fifty and more. ' +
  'Fewer orders are drawn if many of them show as large a change (Besag & Clifford 1991), and none if a bound of p is already smaller than they could show. ' +
  'Passes are taken as independent binomials: the single episodes are put in random order. ' +
  'Their statistic is the likelihood ratio (Kulldorff 1997), computed without the single run that supports the change most. ' +
  'For durations, sizes and costs the ranks are put in random order (Pettitt 1979). ' +
  'First the correlation of each value with the value before it is removed (AR(1)). ' +
  'That correlation is estimated from the differences, and from the residuals without the largest change; the estimate tends to be too high. ' +
  'If a step is found, the parts on both sides are searched for more steps (Scott & Knott 1974), each at 1 % or less. ' +
  'A step of a score is shown if it is at least half an episode of a run and one percentage point; a step of any other measure if it is at least 5 %. ' +
  'A step must remain a step when any single run is left out. ' +
  'A correlation far above 0.4 from one commit to the next gives more false steps.';

/** The maximum false-positive rate of each further search within a series. */
const within = 0.01;

/**
 * The steps of each series of a page; the same page gives the same steps. For values only the order counts, so skewed
 * durations and outliers do not matter. A slow drift is cut into several steps.
 */
export function findSteps(page: readonly Series[]): Step[][] {
  const searches = page.map(searchOf);
  const tested = searches.filter(({ varies }) => varies);
  const most = shufflesFor(tested.length);
  const firsts = new Map(tested.map((search) => [search, firstCut(search, most)]));
  const level = falseDiscoveryCut(
    [...firsts.values()].map(({ p }) => p),
    significant,
  );
  return searches.map((search) => {
    const first = firsts.get(search);
    if (!first || first.p > level) return [];
    const cuts = withMore(search, first, Math.min(level, within), most);
    return stepsOf(search, cuts);
  });
}

/**
 * The number of shuffles: at least 999, more for several series, and always enough for one series to be significant
 * alone.
 */
function shufflesFor(series: number): number {
  const needed = series / significant;
  return Math.ceil(Math.max(999, Math.min(9999, 10 * needed), 2 * needed));
}

/** The places where a stretch is cut: one, or two for a change there and back. */
type Cut = { places: number[]; p: number };

function firstCut(search: Search, most: number): Cut {
  return cutOf(search, { from: 0, to: search.length }, most);
}

/** The cut of a stretch; p is 1 if the most prominent change is too small to be reported. */
function cutOf({ scan, levelsOf, isWorthTelling }: Search, { from, to }: Stretch, most: number): Cut {
  const scanned = scan({ from, to });
  if (scanned.found === null) return { places: [], p: 1 };
  const found = { from: from + scanned.found.from, to: from + scanned.found.to };
  const outside = [
    { from, to: found.from },
    { from: found.to, to },
  ];
  if (!isWorthTelling(levelsOf(outside, [found]))) return { places: [], p: 1 };
  const places = [found.from, ...(found.to < to ? [found.to] : [])];
  return { places, p: sequentialP(scanned, most) };
}

function withMore(search: Search, first: Cut, level: number, most: number): { at: number; p: number }[] {
  const cut = (stretch: Stretch, { places, p }: Cut): { at: number; p: number }[] => {
    const ends = [stretch.from, ...places, stretch.to];
    return ends.slice(1).flatMap((to, index) => {
      const part = { from: ends[index] ?? 0, to };
      const found = cutOf(search, part, most);
      const inside = found.p <= level ? cut(part, found) : [];
      return to === stretch.to ? inside : [...inside, { at: to, p }];
    });
  };
  return cut({ from: 0, to: search.length }, first);
}

/** The levels are those of the stretches between the cuts; if two neighbours hardly differ, the cut is dropped. */
function stepsOf(search: Search, cuts: readonly { at: number; p: number }[]): Step[] {
  const parts = cuts.map(({ at }, index) => ({
    earlier: { from: cuts[index - 1]?.at ?? 0, to: at },
    later: { from: at, to: cuts[index + 1]?.at ?? search.length },
  }));
  const slight = parts.findIndex(({ earlier, later }) => isSlight(search, earlier, later));
  if (slight !== -1)
    return stepsOf(
      search,
      cuts.filter((_, index) => index !== slight),
    );
  return cuts.flatMap(({ at, p }, index) => {
    const { earlier, later } = parts[index] ?? {};
    if (!earlier || !later) return [];
    const runs = { runsBefore: at - earlier.from, runsAfter: later.to - at };
    return [{ index: search.from + at, ...search.levelsOf([earlier], [later]), p, ...runs }];
  });
}

/** Whether the difference is too small, with all runs or without any one run: a single run is not a lasting change. */
function isSlight(search: Search, earlier: Stretch, later: Stretch): boolean {
  const { levelsOf, isWorthTelling } = search;
  const whole = levelsOf([earlier], [later]);
  const others = [
    ...withoutOne(search, earlier).map((rest) => levelsOf(rest, [later])),
    ...withoutOne(search, later).map((rest) => levelsOf([earlier], rest)),
  ];
  const isSame = (levels: Levels) =>
    isWorthTelling(levels) && levels.after > levels.before === whole.after > whole.before;
  return ![whole, ...others].every(isSame);
}

/** The stretch without its lowest run, and without its highest. */
function withoutOne({ at }: Search, { from, to }: Stretch): Stretch[][] {
  let [lowest, highest] = [from, from];
  for (let index = from; index < to; index++) {
    if (at(index) < at(lowest)) lowest = index;
    if (at(index) > at(highest)) highest = index;
  }
  return [lowest, highest].map((index) => [
    { from, to: index },
    { from: index + 1, to },
  ]);
}

/**
 * The largest p to accept, so that at most this share of the accepted findings is false (Benjamini & Hochberg 1995); 0
 * if none is accepted.
 */
export function falseDiscoveryCut(ps: readonly number[], share: number): number {
  const sorted = ps.toSorted((a, b) => a - b);
  return sorted.findLast((p, index) => p <= (share * (index + 1)) / sorted.length) ?? 0;
}

/** After this number of equally large shuffles the finding is known to be common. */
const enough = 10;

/**
 * The share of random orders with an equally large stretch, from at most `most` shuffles; it stops early if such orders
 * are common (Besag & Clifford 1991, doi 10.1093/biomet/78.2.301). If a bound of p is below what the shuffles could
 * show, returns the bound.
 */
export function sequentialP({ found, mostP, values, sizes }: Scan, most: number): number {
  if (found === null) return 1;
  const bound = mostP();
  if (bound <= 1 / (most + 1)) return bound;
  const random = mulberry32(seedOf(values));
  const sizeOf = sizes();
  // The same sum computed in another order may differ in its last bits.
  const asLarge = found.size * (1 - 1e-9);
  let count = 0;
  for (let tried = 1; tried <= most; tried++) {
    if (sizeOf(random) >= asLarge) count++;
    if (count === enough) return count / tried;
  }
  return (count + 1) / (most + 1);
}

/** FNV-1a. With one seed for all, all series of the same length would err in the same direction. */
function seedOf(values: Int32Array): number {
  return values.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5);
}

/** The ranks of the values without their AR(1) correlation with the previous value. Changes of level remain. */
export function whiten(values: readonly number[]): number[] {
  const ranks = centredRanks(values);
  const rho = autocorrelationOf(ranks);
  // The first value is weighted after Prais and Winsten.
  return Array.from(ranks, (rank, i) =>
    i === 0 ? rank * Math.sqrt(1 - rho * rho) : rank - rho * (ranks[i - 1] ?? 0),
  );
}

/** A higher value would remove the changes themselves. */
const mostCorrelation = 0.9;

/**
 * From 0 to 0.9. Tends to be too high, because remaining correlation looks like changes. The smaller of two estimates:
 * the better estimate mistakes repeated changes for correlation, the other does not.
 */
export function autocorrelationOf(ranks: Int32Array): number {
  if (ranks.length < 4) return 0;
  return Math.max(0, Math.min(mostCorrelation, ofResiduals(ranks), ofDifferences(ranks)));
}

/**
 * Estimated from the residuals without the largest change. Removing the change also removes some correlation. The
 * correction for this bias, and the margin for estimation error, were measured on series of 40 and of 200 points with
 * correlations 0 and 0.4.
 */
function ofResiduals(ranks: Int32Array): number {
  const n = ranks.length;
  const { from, to } = scanRanks([...ranks]).found ?? { from: 0, to: n };
  const isIn = (i: number) => i >= from && i < to;
  const inside = meanOf(ranks.filter((_, i) => isIn(i)));
  const outside = meanOf(ranks.filter((_, i) => !isIn(i)));
  const residuals = Float64Array.from(ranks, (rank, i) => rank - (isIn(i) ? inside : outside));
  const products = residuals.reduce((sum, each, i) => sum + each * (residuals[i - 1] ?? 0), 0);
  const squares = residuals.reduce((sum, each) => sum + each * each, 0);
  // Rounding of fractions leaves about 1e-13 where the exact value is 0.
  return squares < 1e-6 ? 0 : products / squares + 9 / n + 1 / Math.sqrt(n);
}

/** The share of largest differences that is left out, because the level may have changed there. */
const leftOut = 0.05;
/** The apparent correlation of the remaining differences in uncorrelated series, measured. */
const seeming = 0.18;

/**
 * Estimated from successive differences, whose correlation is -(1 - rho) / 2; more than twice its standard error is
 * added.
 */
function ofDifferences(ranks: Int32Array): number {
  const pairs = Array.from(ranks.subarray(2), (rank, i) => {
    const middle = ranks[i + 1] ?? 0;
    const [a, b] = [middle - (ranks[i] ?? 0), rank - middle];
    return { product: a * b, square: (a * a + b * b) / 2 };
  }).sort((a, b) => a.square - b.square);
  const kept = pairs.slice(0, Math.floor(pairs.length * (1 - leftOut)));
  const squares = kept.reduce((sum, { square }) => sum + square, 0);
  if (squares === 0) return 0;
  const correlation = kept.reduce((sum, { product }) => sum + product, 0) / squares;
  return (1 + 2 * correlation - seeming) / (1 - seeming) + 5 / Math.sqrt(ranks.length);
}

/** 0 without values. */
function meanOf(values: readonly number[] | Int32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/** One measure of one row, oldest first. */
export type Series = { counts: readonly Counts[] } | { values: readonly number[] };

/** Only this number of newest points is searched. */
export const lastPoints = 1000;

type Levels = { before: number; after: number };

/** The operations on a series that the search for cuts needs. */
type Search = {
  /** The number of older points that were left out. */
  from: number;
  length: number;
  /** Whether its values differ at all. */
  varies: boolean;
  scan: (stretch: Stretch) => Scan;
  at: (index: number) => number;
  levelsOf: (earlier: readonly Stretch[], later: readonly Stretch[]) => Levels;
  isWorthTelling: (levels: Levels) => boolean;
};

/** The smallest reported change of a score: half an episode of a run, and this share. */
const leastEpisodes = 0.5;
const leastShare = 0.01;
/** The smallest reported relative change of other measures, as in asv. */
const leastChange = 0.05;

function searchOf(series: Series): Search {
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
