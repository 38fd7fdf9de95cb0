import type { TaskOutcome } from '../../results/records/run-facts.ts';
import {
  differenceInterval,
  relationOf,
  relationsOf,
  resolutionOf,
} from '../../results/standings/relation.ts';
import { type Experiment, shareOf } from './experiment.ts';
import { drawn, simulatedBoard, simulatedRows } from './simulated-runs.ts';

const suites = [
  { tasks: 10, trials: 1 },
  { tasks: 10, trials: 3 },
  { tasks: 24, trials: 5 },
];
const pairs: [number, number][] = [
  [0.9, 0.9],
  [0.9, 0.5],
  [0.98, 0.3],
  [0.99, 0.97],
];
const boards = [
  { rows: 8, tasks: 10, trials: 3 },
  { rows: 20, tasks: 24, trials: 5 },
];

/** 20 of 2,000 seeds, because a board has up to 190 pairs. */
const hundredth = 0.01;

/** How often the interval of a difference holds it; and that neither interval nor caption contradicts a verdict. */
export function differenceExperiments(): Experiment[] {
  return [...covering(), ...agreeing()];
}

function covering(): Experiment[] {
  return suites.flatMap((suite) =>
    pairs.flatMap(([first, second]) =>
      drawn.map((difficulty) => {
        const claim = `the interval of the difference of two rows of ${first} and ${second} contains the difference`;
        const about = { claim, ...suite, rows: 2, commits: null, difficulty };
        return shareOf(
          { ...about, required: { bound: 'at least', value: 0.92 } },
          (random) => {
            const { rows, truths } = simulatedRows(random, { ...suite, difficulty }, [first, second]);
            const [a = [], b = []] = rows;
            const [low, high] = differenceInterval(a, b, relationOf(a, b));
            const truth = (truths[0] ?? 0) - (truths[1] ?? 0);
            return low - 1e-9 <= truth && truth <= high + 1e-9;
          },
          tenth,
        );
      }),
    ),
  );
}

/** 200 of 2,000 seeds. */
const tenth = 0.1;

function agreeing(): Experiment[] {
  const none = { bound: 'at most', value: 0 } as const;
  return boards.flatMap((board) => {
    const about = { ...board, commits: null, difficulty: 'logit' as const, required: none };
    const ability = (row: number) => 2.2 - (4 * row) / (board.rows - 1);
    return [
      shareOf(
        { ...about, claim: 'a pair of a table whose interval contradicts its verdict' },
        (random) =>
          shareOfPairs(
            simulatedBoard(random, board, ability),
            ({ low, high, verdict }) => (low > 0 || high < 0) !== (verdict !== 'not apart'),
          ),
        hundredth,
      ),
      shareOf(
        { ...about, claim: 'a pair closer than the caption’s smallest detectable difference is significant' },
        (random) => {
          const rows = simulatedBoard(random, board, ability);
          const resolution = resolutionOf(rows) ?? 0;
          return shareOfPairs(
            rows,
            ({ difference, verdict }) => Math.abs(difference) < resolution && verdict !== 'not apart',
          );
        },
        hundredth,
      ),
    ];
  });
}

type Found = { low: number; high: number; difference: number; verdict: string };

function shareOfPairs(rows: readonly (readonly TaskOutcome[])[], holds: (found: Found) => boolean): number {
  const relations = relationsOf(rows);
  const found = rows.flatMap((a, first) =>
    rows.slice(first + 1).flatMap((b, more) => {
      const relation = relations(first, first + 1 + more);
      if (!relation) return [];
      const [low, high] = differenceInterval(a, b, relation);
      return [holds({ ...relation, low, high })];
    }),
  );
  return found.filter(Boolean).length / found.length;
}
