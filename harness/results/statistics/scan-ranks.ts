import { centredRanks } from './ranks.ts';
import type { Scan } from './scan.ts';
import { allowance, largestStretch, stretchesOf } from './stretches.ts';

/** Whether a stretch of values ranks otherwise than all else: half the square of the standardised sum of its ranks. */
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
    mostP: () => (found === null ? 1 : mostP(ranks, scaleOf, found.size)),
    values: ranks,
    sizes: () => shuffledSizes(ranks, scaleOf),
  };
}

/** Of all stretches together, each by the inequality of Serfling (1974, doi 10.1214/aos/1176342611). */
function mostP(ranks: Int32Array, scaleOf: (length: number) => number, size: number): number {
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

function shuffledSizes(ranks: Int32Array, scaleOf: (length: number) => number) {
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
