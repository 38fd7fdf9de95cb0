import { significant } from '../statistics/significant.ts';
import { findSteps } from '../statistics/steps.ts';
import { type Experiment, shareOf } from './experiment.ts';
import { type Random, simulatedDurations, simulatedScores } from './simulated-runs.ts';

/** The suites that the requirements name, and those that there are. */
const named = { tasks: 30, trials: 1, rows: null };
const ofSuites = [named, { ...named, tasks: 13 }, { ...named, tasks: 10 }];
const difficulties = ['equal', 'varied'] as const;

export function stepExperiments(): Experiment[] {
  return [...changedExperiments(), ...unchangedExperiments()];
}

function changedExperiments(): Experiment[] {
  const steps = difficulties.flatMap((difficulty) =>
    ofSuites.flatMap((suite): Experiment[] => {
      const setting = { ...suite, commits: 40, difficulty };
      const scores = (random: Random) =>
        simulatedScores(random, setting, 0.9, { chance: 0.8, from: 20, to: 40 });
      const required = (rate: number) => (suite === named ? ({ bound: 'at least', rate } as const) : null);
      return [
        shareOf(
          {
            claim: 'a step from 0.9 to 0.8 at commit 20 is reported',
            ...setting,
            required: required(0.9),
          },
          (random) => findSteps(scores(random)).length > 0,
        ),
        shareOf(
          {
            claim: 'a step from 0.9 to 0.8 at commit 20 is reported within five commits of its place',
            ...setting,
            required: required(0.8),
          },
          (random) => reports(scores(random), 20),
        ),
      ];
    }),
  );
  const setting = { ...named, commits: 40, difficulty: 'equal' as const };
  return [
    ...steps,
    shareOf(
      {
        claim:
          'a fall from 0.9 to 0.6 at commit 15 and the rise at commit 25 are both reported, within five commits',
        ...setting,
        required: null,
      },
      (random) => {
        const scores = simulatedScores(random, setting, 0.9, { chance: 0.6, from: 15, to: 25 });
        return reports(scores, 15) && reports(scores, 25);
      },
    ),
    shareOf(
      {
        claim: 'a median duration that is a fifth longer from commit 20 on is reported within five commits',
        ...setting,
        required: null,
      },
      (random) => reports(simulatedDurations(random, setting, { factor: 1.2, from: 20 }), 20),
    ),
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
  ].map(({ chance, ...setting }) =>
    shareOf(
      { claim: `a step is reported though the chance stays ${chance}`, ...setting, required },
      (random) => findSteps(simulatedScores(random, setting, chance)).length > 0,
    ),
  );
  const setting = { ...named, commits: 40, difficulty: 'equal' as const };
  return [
    ...scores,
    shareOf(
      { claim: 'a step is reported though no duration changes but by chance', ...setting, required },
      (random) => findSteps(simulatedDurations(random, setting)).length > 0,
    ),
  ];
}
