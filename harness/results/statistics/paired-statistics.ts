import { type Interval, wilson, z } from './statistics.ts';

/** How often, of things tried twice, both passed, only the second did, only the first did, and neither did. */
export type Paired = { both: number; wins: number; losses: number; neither: number };

/** McNemar's exact test, two-sided: the chance of a split of the discordant pairs as uneven as this one. */
export function mcnemarP(wins: number, losses: number): number {
  const n = wins + losses;
  // In logarithms, for 0.5 ** n is 0 from n = 1075 on.
  let logTerm = n * Math.log(0.5);
  let tail = 0;
  for (let i = 0; i <= Math.min(wins, losses); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((n - i) / (i + 1));
  }
  return Math.min(1, 2 * tail);
}

/**
 * Sign-flip permutation test of whole-number differences, two-sided: the chance of a sum as far from 0 as theirs, were
 * the sign of each as likely the other. Exact, for all sums are reached by adding one difference after another; of
 * differences of 1 alone it is McNemar's test.
 */
export function signFlipP(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs);
  const largest = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // The chance that the positive differences come to the index.
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
 * intervals joined by a continuity-corrected phi, which is 0 where a margin is. [-1, 1] of nothing.
 */
export function newcombePaired95(pairs: Paired): Interval {
  return newcombePaired(pairs, z);
}

/** The same of another level, by the quantile of the normal distribution. */
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

/** How many of its trials of one task a row passed. */
type Tried = { passed: number; total: number };

/**
 * Exact test within tasks, two-sided, of the first row's passes less what chance would leave it: given what both rows
 * together passed of a task, the first row's share is hypergeometric where the two are equally able; the sum over the
 * tasks is convolved of them. With one trial a task it is McNemar's exact test. Rows must be of the same tasks in the
 * same order; numbers of trials may differ.
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
 * The same test inverted: the expected differences of the passes, first less second, that it does not reject at `alpha`,
 * half of it to a side. The odds ratio of the two is the same in every task, so the distribution of the sum is tilted by it.
 * Rows must have tried each task equally often. `rejects`: whether it rejects that the two are equally able, so that
 * rounding lets no interval contradict its test.
 */
export function stratifiedDifference(
  first: readonly Tried[],
  second: readonly Tried[],
  { alpha, rejects }: { alpha: number; rejects: boolean },
): Interval {
  const { shares, observed, expected } = sharesOf(first, second);
  const most = sum(shares.map(({ length }) => length - 1));
  // Where what was observed is likely nothing that counts is too rare for a double, whatever it is by chance.
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
    // The tail is too rare at one end and frequent enough at the other.
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

/** The logarithm of an odds ratio beyond which nothing changes. */
const farthest = 64;

/**
 * Task by task, how likely the first row has so many of the passes above the least that it can have, as logarithms; what
 * it has of them all, and what chance leaves it.
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

/** Of `passes` that two rows share, how many fall to the first by chance, from the least that must. */
function shareOf(first: number, second: number, passes: number): { least: number; logs: Float64Array } {
  const least = Math.max(0, passes - second);
  const most = Math.min(first, passes);
  const logs = new Float64Array(most - least + 1);
  // Relative to the first, each from the one before.
  let log = 0;
  for (let x = least; x <= most; x++) {
    logs[x - least] = log;
    log += Math.log(((first - x) * (passes - x)) / ((x + 1) * (second - passes + x + 1)));
  }
  return { least, logs };
}

/** The chances of the logarithms of one task when its odds are tilted, which come to 1. */
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

/** The chances of the sum over all tasks. */
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

/** The tilt by which the sum over all tasks has this mean. */
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
