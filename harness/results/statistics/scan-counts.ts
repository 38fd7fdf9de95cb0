import type { Scan } from './scan.ts';
import { allowance, largestStretch, type Stretch, stretchesOf } from './stretches.ts';

/** How many of the episodes of a run passed. */
export type Counts = { passed: number; total: number };

/**
 * Whether a stretch of runs passes more or less than all else: the logarithm of the likelihood ratio of two binomials,
 * as in the scan statistic of Kulldorff (1997, doi 10.1080/03610929708831995). What is found counts without the one run
 * that speaks most for it, for that may be an outage; in the shuffles it counts whole, which can only raise p.
 */
export function scanCounts(runs: readonly Counts[]): Scan {
  const n = runs.length;
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  // Of the rarer outcome, for fewer have to be placed.
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
 * Of all stretches together: a number of hits inside has at most the chance exp(-ratio) times the root that a lower
 * bound of a binomial coefficient leaves (MacWilliams & Sloane 1977, chapter 10, lemma 7).
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

/** All episodes are alike where nothing changes, so the rarer outcome may have fallen to any of them. */
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
