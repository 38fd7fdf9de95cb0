import type { TaskOutcome } from '../../results/records/run-facts.ts';
import { ranksOf } from '../../results/standings/estimates.ts';
import { relationsOf } from '../../results/standings/relation.ts';
import { type About, type Experiment, shareOf } from './experiment.ts';
import { type Drawn, drawn, type Random, simulatedBoard, simulatedOutcomes } from './simulated-runs.ts';

/** The suite in the requirements, and the actual suites. */
const named = { tasks: 30, trials: 1 };
const ofSuites = [named, { tasks: 13, trials: 1 }, { tasks: 10, trials: 1 }];
type Suite = typeof named;

export function rankExperiments(): Experiment[] {
  return [...boardExperiments(), ...drawn.flatMap(pairExperiments)];
}

/** Percent of significant pairs when the method was chosen; each must be found again within two points. */
const boards = [
  { rows: 8, tasks: 10, trials: 3, apart: 34.9 },
  { rows: 8, tasks: 10, trials: 8, apart: 63.8 },
  { rows: 20, tasks: 10, trials: 3, apart: 19.1 },
  { rows: 20, tasks: 10, trials: 8, apart: 47.3 },
  { rows: 20, tasks: 23, trials: 3, apart: 43.2 },
  { rows: 20, tasks: 30, trials: 8, apart: 70.7 },
];

function boardExperiments(): Experiment[] {
  return boards.flatMap(({ apart, rows, tasks, trials }) => {
    const about = { rows, tasks, trials, commits: null, difficulty: 'logit' as const };
    const ability = (row: number) => 2.2 - (4 * row) / (rows - 1);
    return [
      shareOf(
        {
          ...about,
          claim: 'pairs of rows of evenly spread ability differ significantly',
          required: { bound: 'at least', value: (apart - 2) / 100 },
        },
        (random) => apartIn(simulatedBoard(random, { rows, tasks, trials }, ability)),
      ),
      shareOf(
        {
          ...about,
          claim: 'any two of equally able rows differ significantly',
          required: { bound: 'at most', value: 0.05 },
        },
        (random) => apartIn(simulatedBoard(random, { rows, tasks, trials }, () => 1)) > 0,
      ),
    ];
  });
}

/** The share of all pairs. */
function apartIn(rows: readonly (readonly TaskOutcome[])[]): number {
  const relations = relationsOf(rows);
  const verdicts = rows.flatMap((_, first) =>
    rows.flatMap((__, second) => (second > first ? (relations(first, second)?.verdict ?? []) : [])),
  );
  return verdicts.filter((verdict) => verdict !== 'not apart').length / verdicts.length;
}

function pairExperiments(difficulty: Drawn): Experiment[] {
  const equal = [named, { tasks: 30, trials: 5 }, ...ofSuites.slice(1)].flatMap((suite) =>
    [0.8, 0.5].map((chance) => {
      const setting = { ...suite, rows: 6, commits: null, difficulty };
      const about: About = {
        claim: `each of six equal agents of ${chance} may have any rank`,
        ...setting,
        required: { bound: 'at least', value: 0.95 },
      };
      return shareOf(about, (random) =>
        ranksIn(random, setting, Array(6).fill(chance)).every(
          ({ rank, rankTo }) => rank === 1 && rankTo === 6,
        ),
      );
    }),
  );
  const unequal = [...ofSuites, { tasks: 30, trials: 5 }].map((suite) =>
    toldApart({
      suite,
      difficulty,
      chances: [0.9, 0.5],
      required: suite === named ? { bound: 'at least', value: 0.8 } : null,
    }),
  );
  return [
    ...equal,
    ...unequal,
    toldApart({ suite: { tasks: 30, trials: 5 }, difficulty, chances: [0.9, 0.8], required: null }),
  ];
}

function toldApart({
  suite,
  difficulty,
  chances,
  required,
}: Pick<About, 'required'> & { suite: Suite; difficulty: Drawn; chances: [number, number] }): Experiment {
  const setting = { ...suite, rows: 2, commits: null, difficulty };
  const claim = `two agents of ${chances[0]} and ${chances[1]} are ranked first and second, in this order`;
  return shareOf({ claim, ...setting, required }, (random) => {
    const [first, second] = ranksIn(random, setting, chances);
    return first?.rankTo === 1 && second?.rank === 2;
  });
}

function ranksIn(random: Random, suite: Suite & { difficulty: Drawn }, chances: readonly number[]) {
  const rows = simulatedOutcomes(random, suite, chances);
  return [...ranksOf(rows.map((outcomes, index) => ({ id: String(index), outcomes }))).values()];
}
