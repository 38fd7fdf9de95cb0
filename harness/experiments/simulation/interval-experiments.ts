import { estimatesOf } from '../../results/standings/estimates.ts';
import { type Interval, wilson95 } from '../../results/statistics/statistics.ts';
import { type About, type Experiment, randoms } from './experiment.ts';
import { type Drawn, simulatedRows } from './simulated-runs.ts';

const rates = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98];
const suites = [
  { tasks: 10, trials: 1, mean: 0.9, row: 0.9 },
  { tasks: 10, trials: 3, mean: 0.94, row: 0.93 },
  { tasks: 10, trials: 8, mean: 0.94, row: 0.93 },
  { tasks: 30, trials: 8, mean: 0.94, row: 0.93 },
  { tasks: 64, trials: 2, mean: 0.94, row: 0.93 },
];

/** How often the two intervals of a score hold the truth, for rows of a table with widely different rates. */
export function intervalExperiments(): Experiment[] {
  return suites.flatMap(({ tasks, trials, mean, row }) =>
    (['varied', 'equal'] as const).map((difficulty): Experiment => {
      const about = { tasks, trials, rows: rates.length, commits: null, difficulty };
      // Equal tasks are all alike, so both intervals are for the same value, and are only reported.
      const bounds = difficulty === 'varied' ? { mean, row } : { mean: 0.9, row: 0.9 };
      return (seeds) => covered(about, bounds, seeds);
    }),
  );
}

type Setting = Omit<About, 'claim' | 'required'> & { difficulty: Drawn };

function covered(setting: Setting, bounds: { mean: number; row: number }, seeds: number) {
  const tally = () => rates.map(() => ({ hits: 0, width: 0 }));
  const [these, like] = [tally(), tally()];
  for (const random of randoms(seeds)) {
    const { rows, truths } = simulatedRows(random, setting, rates);
    const table = rows.map((outcomes) => {
      const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
      const total = outcomes.reduce((sum, each) => sum + each.total, 0);
      return { outcomes, score: { passed, total, rate: passed / total, wilson95: wilson95(passed, total) } };
    });
    for (const [at, { score, population95 }] of estimatesOf(table, false).entries()) {
      count(these[at], score.wilson95, truths[at] ?? 0);
      count(like[at], population95, rates[at] ?? 0);
    }
  }
  return [
    ...casesOf('on these tasks', these, { ...setting, seeds }, bounds),
    ...casesOf('on tasks like these', like, { ...setting, seeds }, bounds),
  ];
}

type Tally = { hits: number; width: number };

function count(tally: Tally | undefined, [low, high]: Interval, truth: number): void {
  if (!tally) return;
  tally.hits += Number(low <= truth && truth <= high);
  tally.width += high - low;
}

function casesOf(
  what: string,
  tallies: readonly Tally[],
  { seeds, ...setting }: Setting & { seeds: number },
  bounds: { mean: number; row: number },
) {
  const covers = tallies.map(({ hits }) => hits / seeds);
  const width = tallies.reduce((sum, each) => sum + each.width, 0) / (seeds * tallies.length);
  const mean = covers.reduce((sum, each) => sum + each, 0) / covers.length;
  const atLeast = (value: number) => ({ bound: 'at least', value }) as const;
  return [
    {
      claim: `the interval ${what} contains the truth, mean of rows from ${rates[0]} to ${rates.at(-1)}`,
      ...setting,
      seeds,
      unit: 'share' as const,
      value: mean,
      width,
      required: atLeast(bounds.mean),
    },
    {
      claim: `the interval ${what} contains the truth, minimum over the rows`,
      ...setting,
      seeds,
      unit: 'share' as const,
      value: Math.min(...covers),
      width: null,
      required: atLeast(bounds.row),
    },
  ];
}
