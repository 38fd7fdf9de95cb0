import { significant } from '../../results/statistics/statistics.ts';
import type { Series } from '../../results/statistics/steps.ts';
import { findSteps, type Step } from '../../results/statistics/steps.ts';
import { type Experiment, shareOf } from './experiment.ts';
import { pageExperiments } from './page-experiments.ts';
import { drawn, type Random, simulatedCounts, simulatedDurations } from './simulated-runs.ts';

/** The suite in the requirements, and the actual suites. */
const named = { tasks: 30, trials: 1, rows: null };
const ofSuites = [named, { ...named, tasks: 13 }, { ...named, tasks: 10 }];

export function stepExperiments(): Experiment[] {
  return [...pageExperiments(), ...changedExperiments(), ...unchangedExperiments()];
}

function changedExperiments(): Experiment[] {
  const steps = drawn.flatMap((difficulty) =>
    ofSuites.flatMap((suite): Experiment[] => {
      const setting = { ...suite, commits: 40, difficulty };
      const scores = (random: Random) => ({
        counts: simulatedCounts(random, setting, 0.9, { chance: 0.8, from: 20, to: 40 }),
      });
      const required = (value: number) => (suite === named ? ({ bound: 'at least', value } as const) : null);
      return [
        shareOf(
          {
            claim: 'a step from 0.9 to 0.8 at commit 20 is reported',
            ...setting,
            required: required(0.9),
          },
          (random) => stepsIn(scores(random)).length > 0,
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
        const scores = {
          counts: simulatedCounts(random, setting, 0.9, { chance: 0.6, from: 15, to: 25 }),
        };
        return reports(scores, 15) && reports(scores, 25);
      },
    ),
    shareOf(
      {
        claim: 'a median duration that is a fifth longer from commit 20 on is reported within five commits',
        ...setting,
        required: null,
      },
      (random) => reports({ values: simulatedDurations(random, setting, { factor: 1.2, from: 20 }) }, 20),
    ),
  ];
}

function reports(series: Series, place: number): boolean {
  return stepsIn(series).some(({ index }) => Math.abs(index - place) <= 5);
}

/** The steps on a page without other series. */
function stepsIn(series: Series): Step[] {
  return findSteps([series])[0] ?? [];
}

function unchangedExperiments(): Experiment[] {
  const required = { bound: 'at most', value: significant } as const;
  const scores = [
    ...drawn.flatMap((difficulty) =>
      [40, 200].flatMap((commits) => [0.9, 0.8].map((chance) => ({ ...named, commits, difficulty, chance }))),
    ),
    ...ofSuites
      .slice(1)
      .map((suite) => ({ ...suite, commits: 40, difficulty: 'equal' as const, chance: 0.9 })),
    { ...named, commits: 1000, difficulty: 'equal' as const, chance: 0.9 },
  ].map(({ chance, ...setting }) =>
    shareOf(
      { claim: `a step is reported though the chance stays ${chance}`, ...setting, required },
      (random) => stepsIn({ counts: simulatedCounts(random, setting, chance) }).length > 0,
    ),
  );
  const setting = { ...named, commits: 40, difficulty: 'equal' as const };
  return [
    ...scores,
    shareOf(
      { claim: 'a step is reported though no duration changes but by chance', ...setting, required },
      (random) => stepsIn({ values: simulatedDurations(random, setting) }).length > 0,
    ),
  ];
}
