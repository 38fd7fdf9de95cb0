import { centredRanks } from './statistics.ts';

/** The result of a search in a series for the stretch that differs most from the rest. */
export type Scan = {
  /** Null if there is none. */
  found: (Stretch & { size: number }) | null;
  /** An upper bound of p. If it is very small, no shuffles are needed. */
  mostP: () => number;
  /** The values that seed the shuffles, so that the same series has the same p on every page. */
  values: Int32Array;
  /** Returns a function whose every call gives the largest size in another random order. */
  sizes: () => (random: () => number) => number;
};

/** From the first point to before the second. */
export type Stretch = { from: number; to: number };

/** Stored as pairs of numbers because thousands of shuffles read them. */
type Stretches = { count: number; from: Int32Array; to: Int32Array };

/** The shortest stretch. A single point is an outlier, whatever its value. */
const shortest = 2;

/**
 * The stretches of a series of n points: all stretches to the end, and stretches inside. Inside, the lengths grow by a
 * fifth and the starts are a quarter of the length apart, because all stretches would be n squared.
 */
function stretchesOf(n: number): Stretches {
  const from: number[] = [];
  const to: number[] = [];
  for (let start = shortest; start <= n - shortest; start++) {
    from.push(start);
    to.push(n);
  }
  for (let length = shortest; length <= n - 2 * shortest; length = Math.ceil(length * 1.2)) {
    const stride = Math.max(1, length >> 2);
    for (let start = shortest; start + length <= n - shortest; start += stride) {
      from.push(start);
      to.push(start + length);
    }
  }
  return { count: from.length, from: Int32Array.from(from), to: Int32Array.from(to) };
}

/** How much a stretch differs from the rest. A value of at most `beaten` need not be exact. */
type SizeOf = (stretch: Stretch, beaten: number) => number;

/** The stretch with the largest size, with its ends moved to the best fit; null if no size is above 0. */
function largestStretch(n: number, sizeOf: SizeOf): (Stretch & { size: number }) | null {
  const { count, from, to } = stretchesOf(n);
  let best = { from: 0, to: 0, size: 0 };
  const take = (stretch: Stretch) => {
    const size = sizeOf(stretch, best.size);
    if (size > best.size) best = { ...stretch, size };
  };
  for (let i = 0; i < count; i++) take({ from: from[i] ?? 0, to: to[i] ?? 0 });
  if (best.size === 0) return null;
  if (best.to === n) return best;
  const reach = (best.to - best.from) >> 2;
  const near = (end: number) => Array.from({ length: 2 * reach + 1 }, (_, i) => end - reach + i);
  const fits = ({ from, to }: Stretch) => from >= shortest && to <= n - shortest && to - from >= shortest;
  const { from: first, to: last } = best;
  for (const from of near(first)) if (fits({ from, to: best.to })) take({ from, to: best.to });
  for (const to of near(last)) if (fits({ from: best.from, to })) take({ from: best.from, to });
  return best;
}

/**
 * How much larger an inside stretch must be than an end stretch, in log-likelihood. There are about n times as many
 * inside stretches, and changes that last to the end matter more.
 */
function allowance(n: number): number {
  return Math.log(n);
}

/** The passed and all episodes of a run. */
export type Counts = { passed: number; total: number };

/**
 * Searches for a stretch of runs with a higher or lower pass rate than the rest: the logarithm of the likelihood ratio
 * of two binomials, as in the scan statistic of Kulldorff (1997, doi 10.1080/03610929708831995). The found stretch is
 * measured without the single run that supports it most, which may be an outage. Shuffled stretches are measured whole,
 * which can only raise p.
 */
export function scanCounts(runs: readonly Counts[]): Scan {
  const n = runs.length;
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  // Uses the rarer outcome because then fewer hits have to be placed.
  const isRare = 2 * passed <= total;
  const hits = Int32Array.from(runs, (run) => (isRare ? run.passed : run.total - run.passed));
  const sizes = Int32Array.from(runs, (run) => run.total);
  const logs = Float64Array.from({ length: total + 1 }, (_, x) => (x === 0 ? 0 : x * Math.log(x)));
  const log = (x: number) => logs[x] ?? 0;
  const series: Series = { hits, sizes, log, hitSums: sumsOf(hits), sizeSums: sumsOf(sizes) };
  const found = largestStretch(
    n,
    (stretch, beaten) => withoutOneRun(series, stretch, beaten + costOf(stretch, n)) - costOf(stretch, n),
  );
  return {
    found,
    mostP: () => (found === null ? 1 : mostP(series, found.size)),
    values: hits,
    sizes: () => shuffledSizes(series, logs),
  };
}

/**
 * The bound of p over all stretches. A number of hits inside a stretch has at most the probability exp(-ratio) times a
 * root. The root comes from a lower bound of a binomial coefficient (MacWilliams & Sloane 1977, chapter 10, lemma 7).
 */
function mostP({ hitSums, sizeSums }: Series, size: number): number {
  const n = hitSums.length - 1;
  const [allHits, all] = [hitSums[n] ?? 0, sizeSums[n] ?? 0];
  const root = Math.sqrt((8 * allHits * (all - allHits)) / all);
  const { count, from, to } = stretchesOf(n);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const weight = (sizeSums[to[i] ?? 0] ?? 0) - (sizeSums[from[i] ?? 0] ?? 0);
    const values = Math.min(weight, all - weight, allHits) + 1;
    sum += values * root * Math.exp(-size - (to[i] === n ? 0 : allowance(n)));
  }
  return sum;
}

type Series = {
  hits: Int32Array;
  sizes: Int32Array;
  hitSums: Int32Array;
  sizeSums: Int32Array;
  /** x ln x */
  log: (x: number) => number;
};

function costOf({ to }: Stretch, n: number): number {
  return to === n ? 0 : allowance(n);
}

function withoutOneRun(
  { hits, sizes, hitSums, sizeSums, log }: Series,
  { from, to }: Stretch,
  beaten: number,
): number {
  const n = hits.length;
  const [allHits, all] = [hitSums[n] ?? 0, sizeSums[n] ?? 0];
  const inHits = (hitSums[to] ?? 0) - (hitSums[from] ?? 0);
  const inAll = (sizeSums[to] ?? 0) - (sizeSums[from] ?? 0);
  const likelihood = (a: number, w: number) => log(a) + log(w - a) - log(w);
  const ratio = (a: number, w: number, f: number, m: number) =>
    likelihood(a, w) + likelihood(f - a, m - w) - likelihood(f, m);
  let least = ratio(inHits, inAll, allHits, all);
  for (let i = 0; i < n && least > beaten; i++) {
    const [x, w] = [hits[i] ?? 0, sizes[i] ?? 0];
    const isIn = i >= from && i < to ? 1 : 0;
    const here = ratio(inHits - isIn * x, inAll - isIn * w, allHits - x, all - w);
    if (here < least) least = here;
  }
  return least;
}

/** Without a change all episodes are exchangeable, so each is equally likely to have the rarer outcome. */
function shuffledSizes({ hits, sizes, hitSums, sizeSums, log }: Series, logs: Float64Array) {
  const n = hits.length;
  const [allHits, all] = [hitSums[n] ?? 0, sizeSums[n] ?? 0];
  const { count, from, to } = stretchesOf(n);
  const weights = Int32Array.from(
    { length: count },
    (_, i) => (sizeSums[to[i] ?? 0] ?? 0) - (sizeSums[from[i] ?? 0] ?? 0),
  );
  const unchanged = log(allHits) + log(all - allHits) - log(all);
  const constants = Float64Array.from(weights, (weight, i) => {
    const cost = to[i] === n ? 0 : allowance(n);
    return -log(weight) - log(all - weight) - unchanged - cost;
  });
  const owners = Int32Array.from([...sizes].flatMap((size, run) => Array<number>(size).fill(run)));
  const placed = new Int32Array(n);
  const sums = new Int32Array(n + 1);
  return (random: () => number) => {
    placed.fill(0);
    for (let i = 0; i < allHits; i++) {
      const j = i + Math.floor(random() * (all - i));
      const owner = owners[j] ?? 0;
      owners[j] = owners[i] ?? 0;
      owners[i] = owner;
      placed[owner] = (placed[owner] ?? 0) + 1;
    }
    for (let i = 0; i < n; i++) sums[i + 1] = (sums[i] ?? 0) + (placed[i] ?? 0);
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const a = (sums[to[i] ?? 0] ?? 0) - (sums[from[i] ?? 0] ?? 0);
      const w = weights[i] ?? 0;
      const inside = (logs[a] ?? 0) + (logs[w - a] ?? 0);
      const outside = (logs[allHits - a] ?? 0) + (logs[all - w - allHits + a] ?? 0);
      const size = inside + outside + (constants[i] ?? 0);
      if (size > largest) largest = size;
    }
    return largest;
  };
}

function sumsOf(values: Int32Array): Int32Array {
  const sums = new Int32Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return sums;
}

/**
 * Searches for a stretch of values that ranks differently from the rest: half the square of the standardised sum of its
 * ranks.
 */
export function scanRanks(values: readonly number[]): Scan {
  const n = values.length;
  const ranks = centredRanks(values);
  const squares = ranks.reduce((sum, rank) => sum + rank * rank, 0);
  const scaleOf = (length: number) => (n * (n - 1)) / (2 * squares * length * (n - length));
  const observed = new Int32Array(n + 1);
  sumInto(observed, ranks);
  const found = largestStretch(n, ({ from, to }) => {
    const sum = (observed[to] ?? 0) - (observed[from] ?? 0);
    return sum * sum * scaleOf(to - from) - (to === n ? 0 : allowance(n));
  });
  return {
    found,
    mostP: () => (found === null ? 1 : mostRankP(ranks, scaleOf, found.size)),
    values: ranks,
    sizes: () => shuffledRankSizes(ranks, scaleOf),
  };
}

/** The bound of p over all stretches, each by the inequality of Serfling (1974, doi 10.1214/aos/1176342611). */
function mostRankP(ranks: Int32Array, scaleOf: (length: number) => number, size: number): number {
  const n = ranks.length;
  const { count, from, to } = stretchesOf(n);
  const range = Math.max(...ranks) - Math.min(...ranks);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const length = (to[i] ?? 0) - (from[i] ?? 0);
    const square = (size + (to[i] === n ? 0 : allowance(n))) / scaleOf(length);
    const drawn = Math.min(length, n - length);
    sum += 2 * Math.exp((-2 * square) / (drawn * (1 - (drawn - 1) / n) * range * range));
  }
  return sum;
}

function shuffledRankSizes(ranks: Int32Array, scaleOf: (length: number) => number) {
  const n = ranks.length;
  const { count, from, to } = stretchesOf(n);
  const ends = n - 3;
  const scales = Float64Array.from({ length: count }, (_, i) => scaleOf((to[i] ?? 0) - (from[i] ?? 0)));
  const shuffled = ranks.slice();
  const sums = new Int32Array(n + 1);
  return (random: () => number) => {
    shuffle(shuffled, random);
    sumInto(sums, shuffled);
    const largest = (first: number, last: number) => {
      let size = 0;
      for (let i = first; i < last; i++) {
        const sum = (sums[to[i] ?? 0] ?? 0) - (sums[from[i] ?? 0] ?? 0);
        const here = sum * sum * (scales[i] ?? 0);
        if (here > size) size = here;
      }
      return size;
    };
    return Math.max(largest(0, ends), largest(ends, count) - allowance(n));
  };
}

function sumInto(sums: Int32Array, values: Int32Array): void {
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
}

/** Fisher and Yates, in place. */
function shuffle(values: Int32Array, random: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = values[i] ?? 0;
    values[i] = values[j] ?? 0;
    values[j] = kept;
  }
}
