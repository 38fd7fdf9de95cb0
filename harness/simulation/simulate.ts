import * as z from 'zod';
import type { TaskOutcome } from '../result/task-outcomes.ts';
import { rankMethod, ranksOf } from '../standings/ranks.ts';
import { significant } from '../statistics/significant.ts';
import { mulberry32 } from '../statistics/statistics.ts';
import { findSteps, stepMethod } from '../statistics/steps.ts';
import {
  type Difficulty,
  difficulties,
  type Random,
  simulatedDurations,
  simulatedOutcomes,
  simulatedScores,
} from './simulated-runs.ts';

const share = z.number().min(0).max(1);

const Case = z.strictObject({
  /** What comes true in so many of the seeds. */
  claim: z.string(),
  tasks: z.int(),
  trials: z.int(),
  /** Null where one run of each agent is compared. */
  commits: z.int().nullable(),
  difficulty: z.enum(difficulties),
  rate: share,
  /** Null where the rate is only told. */
  required: z.strictObject({ bound: z.enum(['at least', 'at most']), rate: share }).nullable(),
});

/** How often the ranks and the steps are right where the truth is known, as `site/data/simulations.json` keeps it. */
export const Simulations = z.strictObject({
  schema: z.literal('contract-bench.simulations.v1'),
  /** Each case is simulated once with each of the seeds from 1 on. */
  seeds: z.int(),
  methods: z.strictObject({ ranks: z.string(), steps: z.string() }),
  difficulty: z.record(z.enum(difficulties), z.string()),
  cases: z.array(Case),
});
export type Simulations = z.infer<typeof Simulations>;

type Experiment = Omit<z.infer<typeof Case>, 'rate'> & { holds: (random: Random) => boolean };

/** The same seeds give the same rates. With 1,000 seeds it takes most of a minute. */
export function simulate(seeds: number): Simulations {
  return {
    schema: 'contract-bench.simulations.v1',
    seeds,
    methods: { ranks: rankMethod, steps: stepMethod },
    difficulty: {
      equal: 'Every task is passed with the chance given.',
      varied:
        'Each task has a chance of its own, drawn once for all agents and commits from the distribution ' +
        'Beta(c / (1 - c), 1), whose mean is the chance c given.',
    },
    cases: [...rankExperiments(), ...stepExperiments(), ...unchangedExperiments()].map(
      ({ holds, ...about }) => {
        let count = 0;
        // Far from the seeds that the methods themselves use.
        for (let seed = 1; seed <= seeds; seed++) if (holds(mulberry32(1_000_000 + seed))) count++;
        return { ...about, rate: count / seeds };
      },
    ),
  };
}

/** The suites that the requirements name, and those that there are. */
const named = { tasks: 30, trials: 1 };
const ofSuites = [named, { tasks: 13, trials: 1 }, { tasks: 10, trials: 1 }];

function rankExperiments(): Experiment[] {
  return difficulties.flatMap((difficulty) => {
    const equal = [named, { tasks: 30, trials: 5 }, ...ofSuites.slice(1)].flatMap((suite) =>
      [0.8, 0.5].map((chance): Experiment => {
        const setting = { ...suite, commits: null, difficulty };
        return {
          claim: `six equal agents of ${chance} all share one rank`,
          ...setting,
          required: { bound: 'at least', rate: 0.95 },
          holds: (random) =>
            new Set(ranksOf(rowsOf(simulatedOutcomes(random, setting, Array(6).fill(chance)))).values())
              .size === 1,
        };
      }),
    );
    const unequal = [...ofSuites, { tasks: 30, trials: 5 }].map((suite) => ({
      ...toldApart(suite, difficulty, 0.9, 0.5),
      required: suite === named ? ({ bound: 'at least', rate: 0.8 } as const) : null,
    }));
    return [...equal, ...unequal, toldApart({ tasks: 30, trials: 5 }, difficulty, 0.9, 0.8)];
  });
}

function toldApart(
  suite: { tasks: number; trials: number },
  difficulty: Difficulty,
  better: number,
  worse: number,
): Experiment {
  const setting = { ...suite, commits: null, difficulty };
  return {
    claim: `of two agents of ${better} and ${worse} the first ranks ahead of the second`,
    ...setting,
    required: null,
    holds: (random) => {
      const [first = 1, second = 1] = ranksOf(
        rowsOf(simulatedOutcomes(random, setting, [better, worse])),
      ).values();
      return first < second;
    },
  };
}

function rowsOf(outcomes: TaskOutcome[][]): { id: string; outcomes: TaskOutcome[] }[] {
  return outcomes.map((each, index) => ({ id: String(index), outcomes: each }));
}

function stepExperiments(): Experiment[] {
  const steps = difficulties.flatMap((difficulty) =>
    ofSuites.flatMap((suite): Experiment[] => {
      const setting = { ...suite, commits: 40, difficulty };
      const scores = (random: Random) =>
        simulatedScores(random, setting, 0.9, { chance: 0.8, from: 20, to: 40 });
      const required = (rate: number) => (suite === named ? ({ bound: 'at least', rate } as const) : null);
      return [
        {
          claim: 'a step from 0.9 to 0.8 at commit 20 is reported',
          ...setting,
          required: required(0.9),
          holds: (random) => findSteps(scores(random)).length > 0,
        },
        {
          claim: 'a step from 0.9 to 0.8 at commit 20 is reported within five commits of its place',
          ...setting,
          required: required(0.8),
          holds: (random) => reports(scores(random), 20),
        },
      ];
    }),
  );
  const setting = { ...named, commits: 40, difficulty: 'equal' as const };
  return [
    ...steps,
    {
      claim:
        'a fall from 0.9 to 0.6 at commit 15 and the rise at commit 25 are both reported, within five commits',
      ...setting,
      required: null,
      holds: (random) => {
        const scores = simulatedScores(random, setting, 0.9, { chance: 0.6, from: 15, to: 25 });
        return reports(scores, 15) && reports(scores, 25);
      },
    },
    {
      claim: 'a median duration that is a fifth longer from commit 20 on is reported within five commits',
      ...setting,
      required: null,
      holds: (random) => reports(simulatedDurations(random, setting, { factor: 1.2, from: 20 }), 20),
    },
  ];
}

function reports(values: readonly number[], place: number): boolean {
  return findSteps(values).some(({ index }) => Math.abs(index - place) <= 5);
}

function unchangedExperiments(): Experiment[] {
  const required = { bound: 'at most', rate: significant } as const;
  const scores = [
    ...difficulties.flatMap((difficulty) =>
      [40, 200].flatMap((commits) => [0.9, 0.8].map((chance) => ({ ...named, commits, difficulty, chance }))),
    ),
    ...ofSuites
      .slice(1)
      .map((suite) => ({ ...suite, commits: 40, difficulty: 'equal' as const, chance: 0.9 })),
    { ...named, commits: 1000, difficulty: 'equal' as const, chance: 0.9 },
  ].map(
    ({ chance, ...setting }): Experiment => ({
      claim: `a step is reported though the chance stays ${chance}`,
      ...setting,
      required,
      holds: (random) => findSteps(simulatedScores(random, setting, chance)).length > 0,
    }),
  );
  const setting = { ...named, commits: 40, difficulty: 'equal' as const };
  return [
    ...scores,
    {
      claim: 'a step is reported though no duration changes but by chance',
      ...setting,
      required,
      holds: (random) => findSteps(simulatedDurations(random, setting)).length > 0,
    },
  ];
}
