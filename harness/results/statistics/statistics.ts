/** A 95 % interval, lower bound first. */
export type Interval = [low: number, high: number];

export type MedianInterval = { median: number; interval95: Interval | null };

/** The two-sided 95 % quantile of the normal distribution. */
export const z = 1.96;

/** Wilson score interval of `passed` out of `total`, z = 1.96. [0, 1] if total is 0. */
export function wilson95(passed: number, total: number): Interval {
  return wilson(passed, total, z);
}

/** The same for another level, given as the normal quantile `z` of its upper tail. A bound of 0 or 1 is exact, without 1e-17 of rounding. */
export function wilson(passed: number, total: number, z: number): Interval {
  if (total === 0) return [0, 1];
  const rate = passed / total;
  const spread = z * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total));
  const centre = rate + (z * z) / (2 * total);
  const scale = 1 + (z * z) / total;
  const low = passed === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  const high = passed === total ? 1 : Math.min(1, (centre + spread) / scale);
  return [low, high];
}

/**
 * The quantile of the normal distribution for an upper tail of at most 0.025: Acklam's approximation, to eight digits.
 */
export function upperZ(tail: number): number {
  const q = Math.sqrt(-2 * Math.log(tail));
  const of = (...factors: number[]) => factors.reduce((sum, factor) => sum * q + factor, 0);
  const above = of(
    0.007784894002430293,
    0.3223964580411365,
    2.400758277161838,
    2.549732539343734,
    -4.374664141464968,
    -2.938163982698783,
  );
  return above / of(0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1);
}

/** The middle value, or the mean of the two middle values; null without values. */
export function median(values: readonly number[]): number | null {
  return medianOfSorted(ascending(values));
}

/**
 * Nearest-rank percentile: the smallest value with at least `p` percent (0 < p <= 100) at or below it; null without
 * values.
 */
export function percentile(values: readonly number[], p: number): number | null {
  return percentileOfSorted(ascending(values), p);
}

/**
 * The median with its 95 % order-statistic interval: the narrowest pair x(r), x(n+1-r) that covers the true median with
 * at least 95 %, whatever the distribution. Below six values no pair does, and the interval is null.
 */
export function medianWithInterval(values: readonly number[]): MedianInterval | null {
  const sorted = ascending(values);
  const middle = medianOfSorted(sorted);
  if (middle === null) return null;
  const rank = orderStatisticRank(sorted.length);
  const low = sorted[rank - 1];
  const high = sorted[sorted.length - rank];
  return { median: middle, interval95: low === undefined || high === undefined ? null : [low, high] };
}

/**
 * Unbiased pass@k of `n` trials with `c` passes: the chance that at least one of `k` drawn trials passed,
 * 1 - C(n-c, k) / C(n, k) (Chen et al., 2021, arXiv:2107.03374). Throws RangeError unless 0 <= c <= n and 1 <= k <= n.
 */
export function passAtK(n: number, c: number, k: number): number {
  checkTrials(n, c, k);
  return 1 - drawAll(n, n - c, k);
}

/** pass^k: the chance that all of `k` drawn trials passed, C(c, k) / C(n, k). Throws as `passAtK` does. */
export function passHatK(n: number, c: number, k: number): number {
  checkTrials(n, c, k);
  return drawAll(n, c, k);
}

/** Percentile bootstrap of the mean, 2,000 resamples of the values; the same values and seed give the same interval. */
export function bootstrapMean95(values: readonly number[], seed = 1): Interval {
  if (values.length === 0) return [0, 1];
  const random = mulberry32(seed);
  const means = Array.from({ length: 2000 }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  });
  const sorted = ascending(means);
  return [percentileOfSorted(sorted, 2.5) ?? 0, percentileOfSorted(sorted, 97.5) ?? 1];
}

/**
 * The interval that results stored until November 2026 for several trials per task: a bootstrap over the tasks' own
 * rates. It is never narrower than Wilson over all trials. If all tasks have the same rate, it is Wilson over the
 * tasks, because resampling equal values shows no uncertainty.
 */
export function clusteredRate95(tasks: readonly { passed: number; total: number }[]): Interval {
  const rates = tasks.map(({ passed, total }) => passed / total);
  const [first] = rates;
  if (first === undefined) return [0, 1];
  if (rates.every((rate) => rate === first)) return wilson95(first * rates.length, rates.length);
  const resampled = bootstrapMean95(rates);
  const independent = wilson95(
    tasks.reduce((sum, { passed }) => sum + passed, 0),
    tasks.reduce((sum, { total }) => sum + total, 0),
  );
  return [Math.min(resampled[0], independent[0]), Math.max(resampled[1], independent[1])];
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

function medianOfSorted(sorted: readonly number[]): number | null {
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : low + (high - low) / 2;
}

function percentileOfSorted(sorted: readonly number[], p: number): number | null {
  return sorted[Math.max(1, Math.ceil((p / 100) * sorted.length)) - 1] ?? null;
}

/** The largest r with P(Binomial(n, 1/2) < r) <= 2.5 %; 0 if there is none. In logarithms, because 0.5 ** n is 0 from n = 1075 on. */
function orderStatisticRank(n: number): number {
  let logTerm = n * Math.log(0.5);
  let below = 0;
  for (let r = 0; r < n; r++) {
    below += Math.exp(logTerm);
    if (below > 0.025) return r;
    logTerm += Math.log((n - r) / (r + 1));
  }
  return 0;
}

function checkTrials(n: number, c: number, k: number): void {
  if (!(0 <= c && c <= n && 1 <= k && k <= n)) {
    throw new RangeError(`got n=${n}, c=${c}, k=${k}; expected 0 <= c <= n and 1 <= k <= n`);
  }
}

/** C(some, k) / C(n, k), computed as a product because the binomials overflow. */
function drawAll(n: number, some: number, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, some - i) / (n - i);
  return chance;
}

/** 32-bit generator of Tommy Ettinger, period 2^32: enough for resampling, and the same on every machine. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The significance level: the maximum p of a significant difference. */
export const significant = 0.05;

/**
 * Twice the difference of each value's rank from the mean rank: whole numbers with sum 0. Equal values share a rank.
 */
export function centredRanks(values: readonly number[]): Int32Array {
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Int32Array(values.length);
  for (let first = 0; first < sorted.length; ) {
    let next = first + 1;
    while (sorted[next]?.value === sorted[first]?.value) next++;
    for (const { index } of sorted.slice(first, next)) ranks[index] = first + next - sorted.length;
    first = next;
  }
  return ranks;
}

/**
 * The 97.5 % quantile of Student's t with `degrees` degrees of freedom, 1 or more. Exact for one and two; otherwise the
 * expansion of Abramowitz and Stegun 26.7.5, with an error of at most 0.13 %, at three.
 */
export function t975(degrees: number): number {
  if (degrees <= 1) return Math.tan(Math.PI * 0.475);
  if (degrees <= 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
  const z = 1.959964;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}

/** The passed trials of a row in one cluster: a task, or the template of several tasks. */
export type Cluster = { passed: number; total: number };

/**
 * The design effect of a table (Kish 1965): the variance of a score divided by the variance with independent trials. It
 * is pooled over the rows. With four or more rows it is at least the upper quartile of the rows' own effects, because
 * the pooled value alone gives too low coverage if most tasks are alike. From 1 to the trials of a cluster.
 */
export function designEffect(rows: readonly (readonly Cluster[])[]): number {
  const variances = rows.map(variancesOf).filter(({ independent }) => independent > 0);
  const most = Math.max(1, ...rows.flat().map(({ total }) => total));
  if (variances.length === 0) return most;
  const effects = variances
    .map(({ clustered, independent }) => clustered / independent)
    .sort((a, b) => a - b);
  const pooled =
    sum(variances.map(({ clustered }) => clustered)) / sum(variances.map(({ independent }) => independent));
  const upper = effects.length < 4 ? 1 : (effects[Math.floor(effects.length * 0.75)] ?? 1);
  return Math.min(most, Math.max(1, pooled, upper));
}

/** The variance of a row's score: between its clusters, and for independent trials. */
function variancesOf(clusters: readonly Cluster[]): { clustered: number; independent: number } {
  const total = sum(clusters.map((each) => each.total));
  const rate = sum(clusters.map(({ passed }) => passed)) / total;
  const squares = sum(clusters.map((each) => (each.passed - rate * each.total) ** 2));
  const clustered = ((squares / total ** 2) * clusters.length) / (clusters.length - 1);
  return { clustered, independent: (rate * (1 - rate)) / (total - 1) };
}

/**
 * 95 % interval of the pass rate on tasks like these: Wilson's with the number of trials divided by the table's design
 * effect, and Student's t for the number of clusters. If two rows have the same number of trials, the better row's
 * bounds are not lower. [0, 1] without data.
 */
export function populationRate95(
  { passed, total }: Cluster,
  { clusters, effect }: { clusters: number; effect: number },
): Interval {
  if (total === 0 || clusters < 2) return [0, 1];
  const n = total / effect;
  const t = t975(clusters - 1);
  const rate = passed / total;
  const centre = rate + (t * t) / (2 * n);
  const spread = t * Math.sqrt((rate * (1 - rate)) / n + (t * t) / (4 * n * n));
  const scale = 1 + (t * t) / n;
  const low = passed === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  return [low, passed === total ? 1 : Math.min(1, (centre + spread) / scale)];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
