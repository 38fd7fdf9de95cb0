import { type Counts, type Scan, type Stretch, scanCounts, scanRanks } from './scan.ts';
import { centredRanks, median, mulberry32, significant } from './statistics.ts';

/** A lasting change of level. */
export type Step = {
  /** The first point after it. */
  index: number;
  /**
   * The levels of the two stretches that meet here, as far as the next step: the share of all episodes that passed; of
   * values the medians, or the means where the medians are equal.
   */
  before: number;
  after: number;
  /** Of the test that found it. */
  p: number;
  /** The points of the two stretches. */
  runsBefore: number;
  runsAfter: number;
};

export const stepMethod =
  'All series of a page are tested together (Benjamini & Hochberg 1995): of pages on which nothing changes at most 5 % show a step. ' +
  'Of each series one change is tested, the one that stands out most. It lasts to the end, or goes there and back (Olshen et al. 2004). ' +
  'It is compared with seeded random orders of the series: 999 orders for one series, 9,999 for fifty and more. ' +
  'Fewer orders are drawn if many of them show as large a change (Besag & Clifford 1991), and none if a bound of p is already smaller than they could show. ' +
  'Passes are taken as independent binomials: the single episodes are put in random order. ' +
  'Their statistic is the likelihood ratio (Kulldorff 1997), computed without the one run that speaks most for the change. ' +
  'Of durations, sizes and costs the ranks are put in random order (Pettitt 1979). ' +
  'First each value is freed of its correlation with the value before it (AR(1)). ' +
  'That correlation is estimated from the differences, and from what is left without the largest change; the estimate is rather too high. ' +
  'Where a step is found, the parts on both sides are searched for more (Scott & Knott 1974), each at 1 % or less. ' +
  'A step of a score is shown if it is at least half an episode of a run and one percentage point; a step of any other measure if it is at least 5 %. ' +
  'A step must remain a step when any single run is left out. ' +
  'A correlation of much more than 0.4 from one commit to the next gives more false steps.';

/** What each further look within a series may find by chance, at most. */
const within = 0.01;

/**
 * The steps of each series of a page; the same page gives the same steps. Of values only the order counts, so skewed
 * durations and outliers do no harm. A slow drift is cut into several steps.
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

/** Of one series alone, of several, and at least so many that one could be the only one that is told. */
function shufflesFor(series: number): number {
  const telling = series / significant;
  return Math.ceil(Math.max(999, Math.min(9999, 10 * telling), 2 * telling));
}

/** Where a stretch is cut: once or, there and back, twice. */
type Cut = { places: number[]; p: number };

function firstCut(search: Search, most: number): Cut {
  return cutOf(search, { from: 0, to: search.length }, most);
}

/** Of a stretch; p is 1 where what stands out most is too small to be told. */
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

/** The levels are those of the stretches between; where two of them hardly differ there is no step. */
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

/** Also where it is so without one run, for a single one is no lasting change. */
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

/** Without its lowest run, and without its highest. */
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

/** The greatest p to keep, so that of what is kept at most this share is kept by chance (Benjamini & Hochberg 1995); 0 where none is. */
export function falseDiscoveryCut(ps: readonly number[], share: number): number {
  const sorted = ps.toSorted((a, b) => a - b);
  return sorted.findLast((p, index) => p <= (share * (index + 1)) / sorted.length) ?? 0;
}

/** So many shuffles as large as what was found are enough to know that it is common. */
const enough = 10;

/**
 * How often a random order has as large a stretch, of at most so many shuffles; what is common is told after a few
 * (Besag & Clifford 1991, doi 10.1093/biomet/78.2.301). Where none of them could be, it is a bound in place of p.
 */
export function sequentialP({ found, mostP, values, sizes }: Scan, most: number): number {
  if (found === null) return 1;
  const bound = mostP();
  if (bound <= 1 / (most + 1)) return bound;
  const random = mulberry32(seedOf(values));
  const sizeOf = sizes();
  // The same sum reached by another way may differ in its last bits.
  const asLarge = found.size * (1 - 1e-9);
  let count = 0;
  for (let tried = 1; tried <= most; tried++) {
    if (sizeOf(random) >= asLarge) count++;
    if (count === enough) return count / tried;
  }
  return (count + 1) / (most + 1);
}

/** FNV-1a: with one seed for all, all series of a length would err to the same side. */
function seedOf(values: Int32Array): number {
  return values.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5);
}

/**
 * The ranks of the values, each less what it has of the one before, as a process AR(1) would have it. Where a level
 * changes it still changes.
 */
export function whiten(values: readonly number[]): number[] {
  const ranks = centredRanks(values);
  const rho = autocorrelationOf(ranks);
  // The first is weighed as Prais and Winsten have it.
  return Array.from(ranks, (rank, i) =>
    i === 0 ? rank * Math.sqrt(1 - rho * rho) : rank - rho * (ranks[i - 1] ?? 0),
  );
}

/** More would leave nothing of a change. */
const mostCorrelation = 0.9;

/**
 * From 0 to 0.9, rather too high than too low, for what is left of it looks like changes. The smaller of two estimates:
 * the better one takes what changes more than once for a correlation, the other does not.
 */
export function autocorrelationOf(ranks: Int32Array): number {
  if (ranks.length < 4) return 0;
  return Math.max(0, Math.min(mostCorrelation, ofResiduals(ranks), ofDifferences(ranks)));
}

/**
 * Of what is left where the largest change is taken away. That takes some of the correlation too: the bias, and an
 * error of estimation beyond it, were measured on series of 40 and of 200 points with 0 and 0.4.
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
  // Sums of fractions leave some 1e-13 of a square of what are whole numbers.
  return squares < 1e-6 ? 0 : products / squares + 9 / n + 1 / Math.sqrt(n);
}

/** Of the differences the greatest are left out, for there the level may have changed. */
const leftOut = 0.05;
/** What the others then seem to be correlated by where nothing is, measured. */
const seeming = 0.18;

/** Of successive differences, whose correlation is -(1 - rho) / 2; with more than twice its standard error. */
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

/** 0 of none. */
function meanOf(values: readonly number[] | Int32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/** One measure of one row, oldest first. */
export type Series = { counts: readonly Counts[] } | { values: readonly number[] };

/** Older points are not looked at. */
export const lastPoints = 1000;

type Levels = { before: number; after: number };

/** What may be asked of a series while it is cut. */
type Search = {
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
