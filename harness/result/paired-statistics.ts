import { type Interval, wilson95 } from './statistics.ts';

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
 * 95 % interval of the difference of two paired proportions (second minus first): Newcombe (1998), method 10, score
 * intervals joined by a continuity-corrected phi, which is 0 where a margin is. [-1, 1] of nothing.
 */
export function newcombePaired95({ both, wins, losses, neither }: Paired): Interval {
  const n = both + wins + losses + neither;
  if (n === 0) return [-1, 1];
  const after = (both + wins) / n;
  const before = (both + losses) / n;
  const [afterLow, afterHigh] = wilson95(both + wins, n);
  const [beforeLow, beforeHigh] = wilson95(both + losses, n);
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
