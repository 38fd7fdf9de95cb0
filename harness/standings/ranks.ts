import type { TaskOutcome } from '../result/task-outcomes.ts';
import { holm, mcnemarP, newcombePaired95, signFlipP } from '../statistics/paired-statistics.ts';
import { significant } from '../statistics/significant.ts';
import { bootstrapMean95, type Interval } from '../statistics/statistics.ts';

/** One run against another, task by task. */
export type Comparison = {
  tasks: number;
  /** Tasks that the first run passed in more trials. */
  wins: number;
  losses: number;
  ties: number;
  /** Two-sided, not adjusted for other comparisons. */
  p: number;
  /** The first run's share of passed trials less the second's. */
  difference: number;
  interval95: Interval;
  test: 'mcnemar' | 'sign-flip';
};

export const rankMethod =
  `1 + the number of rows that are better with p < ${significant}, adjusted over all pairs of rows (Holm 1979): McNemar’s exact ` +
  'test for one trial a task, an exact sign-flip permutation test of the tasks’ mean differences for several.';

/**
 * The rank of each row by its id, among rows of one comparability key: 1 + the number of rows that are better with
 * Holm-adjusted p < 0.05 over all pairs. Need not be transitive: of three rows the first may be better than the last
 * alone. Rows of other tasks or trials, which one key should not have, are not compared.
 */
export function ranksOf(
  rows: readonly { id: string; outcomes: readonly TaskOutcome[] }[],
): Map<string, number> {
  const pairs = rows.flatMap((a, index) =>
    rows.slice(index + 1).flatMap((b) => {
      const differences = differencesOf(a.outcomes, b.outcomes);
      if (differences === null) return [];
      const worse = sumOf(differences) > 0 ? b.id : a.id;
      return [{ worse, p: pairedP(differences, trialsOf(a.outcomes)) }];
    }),
  );
  const adjusted = holm(pairs.map(({ p }) => p));
  const ranks = new Map(rows.map(({ id }) => [id, 1]));
  for (const [index, { worse }] of pairs.entries()) {
    if ((adjusted[index] ?? 1) < significant) ranks.set(worse, (ranks.get(worse) ?? 1) + 1);
  }
  return ranks;
}

/**
 * What `a` is over `b`, both by task id as `outcomesOf` gives them. For one trial a task McNemar's exact test and
 * Newcombe's paired interval, for several the sign-flip test and a seeded bootstrap over the tasks. Throws RangeError
 * where they did not try the same tasks equally often.
 */
export function compareOutcomes(a: readonly TaskOutcome[], b: readonly TaskOutcome[]): Comparison {
  const differences = differencesOf(a, b);
  if (differences === null) {
    throw new RangeError(
      `expected the same tasks, each tried equally often, found ${a.length} and ${b.length}`,
    );
  }
  const trials = trialsOf(a);
  const wins = differences.filter((difference) => difference > 0).length;
  const losses = differences.filter((difference) => difference < 0).length;
  return {
    tasks: a.length,
    wins,
    losses,
    ties: a.length - wins - losses,
    p: pairedP(differences, trials),
    difference: a.length === 0 ? 0 : sumOf(differences) / (a.length * trials),
    interval95: intervalOf(b, differences, trials),
    test: trials === 1 ? 'mcnemar' : 'sign-flip',
  };
}

/** By how many trials `a` passed each task more often; null where the two cannot be paired. */
function differencesOf(a: readonly TaskOutcome[], b: readonly TaskOutcome[]): number[] | null {
  const trials = trialsOf(a);
  const paired =
    a.length === b.length &&
    a.every(({ taskId, total }, i) => taskId === b[i]?.taskId && total === trials && b[i].total === trials);
  return paired ? a.map(({ passed }, i) => passed - (b[i]?.passed ?? 0)) : null;
}

function trialsOf([first]: readonly TaskOutcome[]): number {
  return first?.total ?? 1;
}

function pairedP(differences: readonly number[], trials: number): number {
  if (trials > 1) return signFlipP(differences);
  const wins = differences.filter((difference) => difference > 0).length;
  return mcnemarP(wins, differences.filter((difference) => difference < 0).length);
}

/**
 * Of several trials never narrower than if each trial were a pair of its own, for a bootstrap of few or of equal
 * differences is too sure. Where no task differs at all its further trials say nothing, and each task counts as one pair.
 */
function intervalOf(b: readonly TaskOutcome[], differences: readonly number[], trials: number): Interval {
  const unit = differences.every((difference) => difference === 0) ? trials : 1;
  const wins = sumOf(differences.map((difference) => Math.max(0, difference))) / unit;
  const losses = sumOf(differences.map((difference) => Math.max(0, -difference))) / unit;
  const both = sumOf(b.map(({ passed }) => passed)) / unit - losses;
  const neither = (b.length * trials) / unit - both - wins - losses;
  const [low, high] = newcombePaired95({ both, wins, losses, neither });
  if (trials === 1) return [low, high];
  const resampled = bootstrapMean95(differences.map((difference) => difference / trials));
  return [Math.min(low, resampled[0]), Math.max(high, resampled[1])];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
