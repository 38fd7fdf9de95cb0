import type { Interval } from './statistics.ts';
import { t975 } from './student-t.ts';

export type PairedRatio = { ratio: number; interval95: Interval | null; pairs: number };

/**
 * The geometric mean of the ratios of pairs, with its 95 % interval by Student's t over their logarithms; no interval of one
 * pair. Pairs with a zero have no ratio and are left out; null without any.
 */
export function pairedRatio(
  pairs: readonly (readonly [value: number, reference: number])[],
): PairedRatio | null {
  const logs = pairs
    .filter(([value, reference]) => value > 0 && reference > 0)
    .map(([a, b]) => Math.log(a / b));
  const n = logs.length;
  if (n === 0) return null;
  const mean = logs.reduce((sum, each) => sum + each, 0) / n;
  const ratio = Math.exp(mean);
  if (n === 1) return { ratio, interval95: null, pairs: n };
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1);
  const half = t975(n - 1) * Math.sqrt(variance / n);
  return { ratio, interval95: [Math.exp(mean - half), Math.exp(mean + half)], pairs: n };
}
