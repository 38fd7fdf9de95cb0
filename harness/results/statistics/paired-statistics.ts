import { type Interval, wilson, z } from './statistics.ts';

/** Counts over paired attempts: both passed, only the second (`wins`), only the first (`losses`), neither. */
export type Paired = { both: number; wins: number; losses: number; neither: number };

/** McNemar's exact test, two-sided: the chance of a split of the discordant pairs as uneven as this one. */
export function mcnemarP(wins: number, losses: number): number {
  const n = wins + losses;
  // In logarithms, because 0.5 ** n is 0 from n = 1075 on.
  let logTerm = n * Math.log(0.5);
  let tail = 0;
  for (let i = 0; i <= Math.min(wins, losses); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((n - i) / (i + 1));
  }
  return Math.min(1, 2 * tail);
}

/**
 * Two-sided sign-flip permutation test of whole-number differences: the probability of a sum at least as far from 0 if
 * each sign were random. Exact, because all sums are computed by adding one difference after another. If all
 * differences are 1, it is McNemar's test.
 */
export function signFlipP(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs);
  const largest = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // The probability that the positive differences sum to the index.
  const chances = new Float64Array(largest + 1);
  chances[0] = 1;
  for (const size of sizes.filter((each) => each > 0)) {
    for (let sum = largest; sum >= 0; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (chances[sum - size] ?? 0)) / 2;
    }
  }
  const tail = chances.subarray((largest + observed) / 2).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * tail);
}

/**
 * 95 % interval of the difference of two paired proportions (second minus first): Newcombe (1998), method 10, score
 * intervals joined by a continuity-corrected phi, which is 0 if a margin is 0. [-1, 1] without data.
 */
export function newcombePaired95(pairs: Paired): Interval {
  return newcombePaired(pairs, z);
}

/** The same for another level, given as a quantile of the normal distribution. */
export function newcombePaired({ both, wins, losses, neither }: Paired, quantile: number): Interval {
  const n = both + wins + losses + neither;
  if (n === 0) return [-1, 1];
  const after = (both + wins) / n;
  const before = (both + losses) / n;
  const [afterLow, afterHigh] = wilson(both + wins, n, quantile);
  const [beforeLow, beforeHigh] = wilson(both + losses, n, quantile);
  const margins = (both + wins) * (losses + neither) * (both + losses) * (wins + neither);
  const product = both * neither - wins * losses;
  const corrected = product > 0 ? Math.max(product - n / 2, 0) : product;
  const phi = margins === 0 ? 0 : corrected / Math.sqrt(margins);
  const joined = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = after - before;
  return [
    Math.max(-1, difference - joined(after - afterLow, beforeHigh - before)),
    Math.min(1, difference + joined(afterHigh - after, before - beforeLow)),
  ];
}

/** Holm's step-down adjustment, in the order given. */
export function holm(ps: readonly number[]): number[] {
  const ascending = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted: number[] = [];
  let largest = 0;
  for (const [rank, { p, index }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}

/** The passed trials of a row in one task. */
type Tried = { passed: number; total: number };

/**
 * Two-sided exact test within tasks of the first row's passes against their expected value. Given the passes of both
 * rows in a task, the first row's share is hypergeometric if the rows are equally able; the distribution of the sum
 * over the tasks is the convolution. With one trial per task it is McNemar's exact test. Rows must have the same tasks
 * in the same order; numbers of trials may differ.
 */
export function stratifiedP(first: readonly Tried[], second: readonly Tried[]): number {
  const { shares, observed, expected } = sharesOf(first, second);
  const chances = convolved(shares, 0);
  const distance = Math.abs(observed - expected) - 1e-9;
  const p = chances.reduce(
    (sum, chance, value) => (Math.abs(value - expected) >= distance ? sum + chance : sum),
    0,
  );
  return Math.min(1, p);
}

/**
 * The same test inverted: the interval of expected differences of passes, first minus second, that the test does not
 * reject at `alpha` (half on each side). One odds ratio for all tasks tilts the distribution of the sum. Rows must have
 * the same number of trials per task. `rejects`: whether the test rejects equal ability, so that rounding cannot make
 * an interval contradict its test.
 */
export function stratifiedDifference(
  first: readonly Tried[],
  second: readonly Tried[],
  { alpha, rejects }: { alpha: number; rejects: boolean },
): Interval {
  const { shares, observed, expected } = sharesOf(first, second);
  const most = sum(shares.map(({ length }) => length - 1));
  // Tilted to the observed value, no relevant probability underflows a double, even if it would without the
  // tilt.
  const likely = tiltTo(shares, Math.min(Math.max(observed, 0.5), most - 0.5));
  const logs = convolved(shares, likely).map(
    (chance, value) => Math.log(chance) - likely * (value - observed),
  );
  const tilted = (t: number) => {
    const weights = logs.map((log, value) => log + t * (value - observed));
    const largest = weights.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
    let [below, above, sum, mean] = [0, 0, 0, 0];
    for (const [value, weight] of weights.entries()) {
      const chance = Math.exp(weight - largest);
      sum += chance;
      mean += value * chance;
      if (value <= observed) below += chance;
      if (value >= observed) above += chance;
    }
    return { below: below / sum, above: above / sum, difference: 2 * (mean / sum - expected) };
  };
  const bound = (tail: 'below' | 'above', end: number, extreme: number) => {
    if (observed === extreme) return 2 * (observed - expected);
    // At one end the tail is below alpha / 2, at the other end above.
    let [refused, kept] = rejects && observed > expected === (tail === 'above') ? [0, -end] : [end, 0];
    for (let step = 0; step < 44; step++) {
      const t = (refused + kept) / 2;
      if (tilted(t)[tail] < alpha / 2) refused = t;
      else kept = t;
    }
    return tilted((refused + kept) / 2).difference;
  };
  return [bound('above', -farthest, 0), bound('below', farthest, most)];
}

/** The logarithm of an odds ratio beyond which the result does not change. */
const farthest = 64;

/**
 * `shares`: for each task the log-probabilities of the first row's passes above its minimum. `observed`: their sum over
 * the tasks. `expected`: the expected sum by chance.
 */
function sharesOf(first: readonly Tried[], second: readonly Tried[]) {
  const shares: Float64Array[] = [];
  let observed = 0;
  let expected = 0;
  for (const [index, a] of first.entries()) {
    const b = second[index] ?? { passed: 0, total: 0 };
    const { least, logs } = shareOf(a.total, b.total, a.passed + b.passed);
    observed += a.passed - least;
    expected += ((a.passed + b.passed) * a.total) / (a.total + b.total) - least;
    if (logs.length > 1) shares.push(logs);
  }
  return { shares, observed, expected };
}

/** The distribution by chance of the first row's part of `passes`, from its minimum `least` on; not normalised. */
function shareOf(first: number, second: number, passes: number): { least: number; logs: Float64Array } {
  const least = Math.max(0, passes - second);
  const most = Math.min(first, passes);
  const logs = new Float64Array(most - least + 1);
  // Relative to the first value, each computed from the previous one.
  let log = 0;
  for (let x = least; x <= most; x++) {
    logs[x - least] = log;
    log += Math.log(((first - x) * (passes - x)) / ((x + 1) * (second - passes + x + 1)));
  }
  return { least, logs };
}

/** The probabilities of one task with tilted odds; they sum to 1. */
function tiltedShares(logs: Float64Array, tilt: number): Float64Array {
  const chances = logs.map((log, value) => log + tilt * value);
  let largest = Number.NEGATIVE_INFINITY;
  for (const weight of chances) largest = Math.max(largest, weight);
  let all = 0;
  for (let value = 0; value < chances.length; value++) {
    const chance = Math.exp((chances[value] ?? 0) - largest);
    chances[value] = chance;
    all += chance;
  }
  return chances.map((chance) => chance / all);
}

/** The probabilities of the sum over all tasks. */
function convolved(shares: readonly Float64Array[], tilt: number): Float64Array {
  let chances = Float64Array.of(1);
  for (const logs of shares) {
    const own = tiltedShares(logs, tilt);
    const sums = new Float64Array(chances.length + own.length - 1);
    for (let i = 0; i < chances.length; i++)
      for (let j = 0; j < own.length; j++)
        sums[i + j] = (sums[i + j] ?? 0) + (chances[i] ?? 0) * (own[j] ?? 0);
    chances = sums;
  }
  return chances;
}

/** The tilt for which the sum over all tasks has this mean. */
function tiltTo(shares: readonly Float64Array[], mean: number): number {
  let [low, high] = [-farthest, farthest];
  for (let step = 0; step < 24; step++) {
    const tilt = (low + high) / 2;
    const means = shares.map((logs) =>
      tiltedShares(logs, tilt).reduce((all, chance, value) => all + chance * value, 0),
    );
    if (sum(means) < mean) low = tilt;
    else high = tilt;
  }
  return (low + high) / 2;
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}
