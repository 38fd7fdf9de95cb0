import type { TaskOutcome } from '../records/run-facts.ts';
import { holm, newcombePaired, stratifiedDifference, stratifiedP } from '../statistics/paired-statistics.ts';
import { type Interval, median, significant, upperZ } from '../statistics/statistics.ts';

/** The comparison of one run with another that has the same comparability key. */
export type Relation = {
  tasks: number;
  /** Tasks that the first run passed in more trials. */
  wins: number;
  losses: number;
  ties: number;
  /** Two-sided p of the exact test within tasks, adjusted over `pairs` pairs. */
  p: number;
  pairs: number;
  verdict: 'better' | 'worse' | 'not apart';
  /** The first run's share of passed trials minus the second's, on these tasks. */
  difference: number;
  /** Its interval has the level 1 - alpha: 0.05, divided by the factor by which the adjustment multiplies `p`. */
  alpha: number;
};

export const relationMethod =
  'the exact test within tasks. Given the passes of both rows in a task, the first row’s share is hypergeometric if both are equally able. The shares of all tasks are convolved. With one trial per task it is McNemar’s exact test. In a table it is adjusted over all pairs of rows (Holm 1979).';

export const differenceMethod =
  'the differences that the exact test within tasks does not reject, with one odds ratio for all tasks. If Newcombe’s interval (1998, method 10) reaches further, it is used, because the test takes the passes of both rows together as given. The interval contains 0 if and only if the difference is not significant. In a table its level is raised as Holm’s adjustment raises p.';

/**
 * Compares `a` with `b`, both sorted by task id as `outcomesOf` returns them. Throws RangeError unless both have the
 * same tasks with the same number of trials.
 */
export function relationOf(a: readonly TaskOutcome[], b: readonly TaskOutcome[]): Relation {
  const found = related(a, b);
  if (found) return found;
  throw new RangeError(
    `got ${a.length} and ${b.length} tasks; expected the same tasks with the same number of trials`,
  );
}

/** The relation of two rows of a table by their positions; null if they cannot be compared. */
export type Relations = (first: number, second: number) => Relation | null;

/**
 * All pairs of a table, with `p` and verdict adjusted over the comparable pairs. For two rows it equals `relationOf`.
 */
export function relationsOf(rows: readonly (readonly TaskOutcome[])[]): Relations {
  const pairs = rows.flatMap((a, first) =>
    rows.slice(first + 1).flatMap((b, more) => {
      const relation = related(a, b);
      return relation ? [{ first, second: first + 1 + more, relation }] : [];
    }),
  );
  const adjusted = holm(pairs.map(({ relation }) => relation.p));
  const found = new Map(
    pairs.map(({ first, second, relation }, index) => [
      `${first} ${second}`,
      adjustedTo({ ...relation, pairs: pairs.length }, adjusted[index] ?? 1),
    ]),
  );
  return (first, second) => {
    const there = found.get(`${first} ${second}`);
    if (there) return there;
    const back = found.get(`${second} ${first}`);
    return back ? turned(back) : null;
  };
}

/**
 * The smallest significant difference in a table: differences below it are not significant. If there is none, the
 * median half-width of the intervals of its differences. Null if there are no pairs.
 */
export function resolutionOf(rows: readonly (readonly TaskOutcome[])[]): number | null {
  const relations = relationsOf(rows);
  const pairs = rows.flatMap((a, first) =>
    rows.flatMap((b, second) => {
      const relation = second > first ? relations(first, second) : null;
      return relation ? [{ a, b, relation }] : [];
    }),
  );
  const apart = pairs.filter(({ relation: { verdict } }) => verdict !== 'not apart');
  if (apart.length > 0) return Math.min(...apart.map(({ relation }) => Math.abs(relation.difference)));
  return median(
    pairs.map(({ a, b, relation }) => {
      const [low, high] = differenceInterval(a, b, relation);
      return (high - low) / 2;
    }),
  );
}

/** `better by more than chance (p = 0.004)`: the same text wherever two runs are compared. */
export function relationWords({ verdict, p, pairs }: Pick<Relation, 'verdict' | 'p' | 'pairs'>): string {
  const adjusted = pairs > 1 ? `, adjusted over ${pairs} pairs` : '';
  const chance = `${p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`}${adjusted}`;
  return verdict === 'not apart'
    ? `not significantly different (${chance})`
    : `${verdict} by more than chance (${chance})`;
}

function related(a: readonly TaskOutcome[], b: readonly TaskOutcome[]): Relation | null {
  const isPaired =
    a.length === b.length &&
    a.every(({ taskId, total }, i) => taskId === b[i]?.taskId && total === b[i].total);
  if (!isPaired) return null;
  const pairs = a.map(({ passed, total }, i) => ({ passed, total, other: b[i]?.passed ?? 0 }));
  const wins = pairs.filter(({ passed, other }) => passed > other).length;
  const losses = pairs.filter(({ passed, other }) => passed < other).length;
  const trials = sum(pairs.map(({ total }) => total));
  const relation = {
    tasks: a.length,
    wins,
    losses,
    ties: a.length - wins - losses,
    difference: trials === 0 ? 0 : sum(pairs.map(({ passed, other }) => passed - other)) / trials,
    pairs: 1,
  };
  return judged(relation, stratifiedP(a, b), significant);
}

function adjustedTo(relation: Relation, p: number): Relation {
  const times = relation.p > 0 ? p / relation.p : relation.pairs;
  return judged(relation, p, significant / times);
}

function judged(relation: Omit<Relation, 'p' | 'verdict' | 'alpha'>, p: number, alpha: number): Relation {
  const verdict = p >= significant ? 'not apart' : relation.difference > 0 ? 'better' : 'worse';
  return { ...relation, p, alpha, verdict };
}

/**
 * The interval of a relation's difference on these tasks, `a` minus `b` as in `relationOf`, by `differenceMethod`. The
 * trials of a task are not paired. So the counts of both, one or neither passing are expected values from the shares;
 * with one trial per task they equal the observed counts.
 */
export function differenceInterval(
  a: readonly TaskOutcome[],
  b: readonly TaskOutcome[],
  { alpha, verdict }: Pick<Relation, 'alpha' | 'verdict'>,
): Interval {
  const trials = sum(a.map(({ total }) => total));
  if (trials === 0) return [-1, 1];
  const rejects = verdict !== 'not apart';
  const [least = 0, most = 0] = stratifiedDifference(a, b, { alpha, rejects }).map(
    (passes) => passes / trials,
  );
  const expected = (share: (rate: number, other: number) => number) =>
    sum(a.map(({ passed, total }, task) => total * share(passed / total, (b[task]?.passed ?? 0) / total)));
  const pairs = {
    both: expected((rate, other) => rate * other),
    wins: expected((rate, other) => rate * (1 - other)),
    losses: expected((rate, other) => (1 - rate) * other),
    neither: expected((rate, other) => (1 - rate) * (1 - other)),
  };
  const [low, high] = newcombePaired(pairs, upperZ(alpha / 2));
  if (!rejects) return [Math.min(least, low, 0), Math.max(most, high, 0)];
  return verdict === 'better'
    ? [low > 0 ? Math.min(least, low) : least, Math.max(most, high)]
    : [Math.min(least, low), high < 0 ? Math.max(most, high) : most];
}

function turned(relation: Relation): Relation {
  const { wins, losses, difference, verdict } = relation;
  const back = { better: 'worse', worse: 'better', 'not apart': 'not apart' } as const;
  return {
    ...relation,
    wins: losses,
    losses: wins,
    difference: 0 - difference,
    verdict: back[verdict],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
