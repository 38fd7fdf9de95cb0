import type { TaskOutcome } from '../records/run-facts.ts';
import { holm, newcombePaired95, stratifiedP } from '../statistics/paired-statistics.ts';
import { type Interval, significant } from '../statistics/statistics.ts';

/** How one run stands to another that was asked the same. */
export type Relation = {
  tasks: number;
  /** Tasks that the first run passed in more trials. */
  wins: number;
  losses: number;
  ties: number;
  /** Two-sided, of the exact test within tasks, adjusted over so many pairs. */
  p: number;
  pairs: number;
  verdict: 'better' | 'worse' | 'not apart';
  /** The first run's share of passed trials less the second's, on these tasks. */
  difference: number;
  interval95: Interval;
};

export const relationMethod =
  'the exact test within tasks: of what two rows together passed of a task, the share of the first is hypergeometric where both are ' +
  'equally able, and the shares of all tasks are convolved; with one trial a task it is McNemar’s exact test. ' +
  'In a table it is adjusted over all pairs of rows (Holm 1979).';

/**
 * What `a` is over `b`, both by task id as `outcomesOf` gives them. Throws RangeError where they did not try the same
 * tasks equally often.
 */
export function relationOf(a: readonly TaskOutcome[], b: readonly TaskOutcome[]): Relation {
  const found = related(a, b);
  if (found) return found;
  throw new RangeError(
    `expected the same tasks, each tried equally often, found ${a.length} and ${b.length}`,
  );
}

/** The relation of two rows of a table by their places; null where they cannot be compared. */
export type Relations = (first: number, second: number) => Relation | null;

/** All pairs of a table, `p` and verdict adjusted over those that can be compared: of two rows it is `relationOf`. */
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
      judged({ ...relation, pairs: pairs.length }, adjusted[index] ?? 1),
    ]),
  );
  return (first, second) => {
    const there = found.get(`${first} ${second}`);
    if (there) return there;
    const back = found.get(`${second} ${first}`);
    return back ? turned(back) : null;
  };
}

/** `better by more than chance (p = 0.004)`: the same words wherever two runs are set side by side. */
export function relationWords({ verdict, p, pairs }: Pick<Relation, 'verdict' | 'p' | 'pairs'>): string {
  const adjusted = pairs > 1 ? `, adjusted over ${pairs} pairs` : '';
  const chance = `${p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`}${adjusted}`;
  return verdict === 'not apart'
    ? `not told apart from chance (${chance})`
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
    interval95: intervalOf(pairs),
    pairs: 1,
  };
  return judged(relation, stratifiedP(a, b));
}

function judged(relation: Omit<Relation, 'p' | 'verdict'>, p: number): Relation {
  if (p >= significant) return { ...relation, p, verdict: 'not apart' };
  return { ...relation, p, verdict: relation.difference > 0 ? 'better' : 'worse' };
}

/**
 * On these tasks: the trials of a task are no pairs, so how often both, one or neither would pass is expected of their
 * shares, which for one trial a task is what they did.
 */
function intervalOf(pairs: readonly { passed: number; total: number; other: number }[]): Interval {
  const expected = (share: (rate: number, other: number) => number) =>
    sum(pairs.map(({ passed, total, other }) => total * share(passed / total, other / total)));
  return newcombePaired95({
    both: expected((rate, other) => rate * other),
    wins: expected((rate, other) => rate * (1 - other)),
    losses: expected((rate, other) => (1 - rate) * other),
    neither: expected((rate, other) => (1 - rate) * (1 - other)),
  });
}

function turned(relation: Relation): Relation {
  const { wins, losses, difference, interval95, verdict } = relation;
  const [low, high] = interval95;
  const back = { better: 'worse', worse: 'better', 'not apart': 'not apart' } as const;
  return {
    ...relation,
    wins: losses,
    losses: wins,
    difference: 0 - difference,
    interval95: [0 - high, 0 - low],
    verdict: back[verdict],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
