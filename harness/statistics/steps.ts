import { centredRanks, largestChange, largestInterlude } from './cumulative-sum.ts';
import { permutationP } from './permutation-test.ts';
import { median, mulberry32 } from './statistics.ts';

/** A lasting change of level. */
export type Step = {
  /** The first point after it. */
  index: number;
  /**
   * The medians of the two stretches that meet here, as far as the next step; their means where the medians are equal,
   * as those of scores often are.
   */
  before: number;
  after: number;
  /** Of the permutation test that found it. With 199 shuffles there is none below 0.005. */
  p: number;
};

export const stepMethod =
  'Binary segmentation (Scott & Knott 1974, Vostrikova 1981) by the cumulative sum of ranks (Pettitt 1979); a change ' +
  'there and back is found at once, as in circular binary segmentation (Olshen et al. 2004); each is accepted by a ' +
  'seeded permutation test of 199 shuffles, as in E-divisive (Matteson & James 2014), at 2 % and 1 %.';

/** Older points are not looked at. */
export const lastPoints = 1000;

/** How often each may be found in a series that does not change; together they stay below 5 % however both vary. */
const levels = { change: 0.02, interlude: 0.01 };

/** One point alone is an outlier, whatever its value. */
const shortest = 2;

type Cut = { at: number; p: number };

/**
 * The steps of a series of finite values given oldest first, by index; the same values give the same steps. Only the
 * order of the values counts, so skewed durations and outliers do no harm. It takes points to be independent: a slow
 * drift is cut into several steps.
 */
export function findSteps(values: readonly number[]): Step[] {
  const from = Math.max(0, values.length - lastPoints);
  const recent = values.slice(from);
  const cuts = cutsOf(recent, mulberry32(1));
  return cuts.map(({ at, p }, index) => {
    const earlier = recent.slice(cuts[index - 1]?.at ?? 0, at);
    const later = recent.slice(at, cuts[index + 1]?.at);
    return { index: from + at, ...levelsOf(earlier, later), p };
  });
}

function cutsOf(values: readonly number[], random: () => number): Cut[] {
  const ranks = centredRanks(values);
  const cuts = changeIn(ranks, random) ?? interludeIn(ranks, random) ?? [];
  if (cuts.length === 0) return [];
  const starts = [{ at: 0 }, ...cuts];
  return starts.flatMap((start, index) => {
    const end = cuts[index];
    const within = cutsOf(values.slice(start.at, end?.at), random);
    return [...within.map(({ at, p }) => ({ at: start.at + at, p })), ...(end ? [end] : [])];
  });
}

function changeIn(ranks: Int32Array, random: () => number): Cut[] | null {
  const { at, size } = largestChange(ranks);
  if (!mayCut(ranks, at)) return null;
  const p = permutationP(ranks, size, (shuffled) => largestChange(shuffled).size, levels.change, random);
  return p === null ? null : [{ at, p }];
}

function interludeIn(ranks: Int32Array, random: () => number): Cut[] | null {
  const { end, size } = largestInterlude(ranks, shortest);
  if (size === 0) return null;
  const sizeOf = (shuffled: Int32Array) => largestInterlude(shuffled, shortest).size;
  const p = permutationP(ranks, size, sizeOf, levels.interlude, random);
  if (p === null) return null;
  // The search goes by a grid; each end is then put where it fits best.
  const first = largestChange(ranks.subarray(0, end)).at;
  const second = first + largestChange(ranks.subarray(first)).at;
  return [...new Set([first, second])].filter((at) => mayCut(ranks, at)).map((at) => ({ at, p }));
}

function mayCut(ranks: Int32Array, at: number): boolean {
  return at >= shortest && ranks.length - at >= shortest;
}

function levelsOf(earlier: readonly number[], later: readonly number[]): Pick<Step, 'before' | 'after'> {
  const [before, after] = [median(earlier) ?? 0, median(later) ?? 0];
  return before === after ? { before: meanOf(earlier), after: meanOf(later) } : { before, after };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
