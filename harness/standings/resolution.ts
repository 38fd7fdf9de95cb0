import { mcnemarP } from '../statistics/paired-statistics.ts';
import { significant } from '../statistics/significant.ts';

/** A difference between two rows: so many tasks, so large a share of all trials. */
export type Resolution = { tasks: number; share: number };

/**
 * The smallest difference that a suite can tell from chance, after Holm over the pairs of rows: so many tasks passed in
 * more trials by one row and none by the other, by one trial each. Null where all tasks would not be enough. No smaller
 * difference is ever significant; this one is only where no task goes the other way, and with several trials seldom is.
 */
export function resolutionOf(suite: { tasks: number; trials: number; rows: number }): Resolution | null {
  const { tasks, trials, rows } = suite;
  const pairs = Math.max(1, (rows * (rows - 1)) / 2);
  for (let won = 1; won <= tasks; won++) {
    if (mcnemarP(won, 0) * pairs < significant) return { tasks: won, share: won / (tasks * trials) };
  }
  return null;
}
