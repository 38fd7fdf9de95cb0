import type { Simulations } from '../../results/records/simulations.ts';
import { intervalMethods, rankMethod } from '../../results/standings/estimates.ts';
import { differenceMethod } from '../../results/standings/relation.ts';
import { stepMethod } from '../../results/statistics/steps.ts';
import { differenceExperiments } from './difference-experiments.ts';
import { intervalExperiments } from './interval-experiments.ts';
import { pageWords } from './page-experiments.ts';
import { rankExperiments } from './rank-experiments.ts';
import { serverExperiments, serversMethod, tokensWords } from './server-experiments.ts';
import { stepExperiments } from './step-experiments.ts';

/** The same seeds give the same rates. With 2,000 seeds it takes some minutes. */
export function simulate(seeds: number): Simulations {
  const experiments = [
    ...rankExperiments(),
    ...differenceExperiments(),
    ...intervalExperiments(),
    ...stepExperiments(),
    ...serverExperiments(),
  ];
  return {
    schema: 'contract-bench.simulations.v3',
    seeds,
    methods: {
      ranks: rankMethod,
      difference: differenceMethod,
      ...intervalMethods,
      steps: stepMethod,
      servers: serversMethod,
    },
    difficulty: {
      equal: 'Every task is passed with the given chance.',
      varied:
        'Each task has a chance of its own, drawn once for all agents and commits from the distribution ' +
        'Beta(c / (1 - c), 1), whose mean is the given chance c.',
      logit:
        'The logit of the chance is the ability of the row minus the difficulty of the task, drawn for all rows between -2 and 2; ' +
        'the abilities of m rows are 2.2 - 4a / (m - 1) for a from 0 to m - 1, or all 1.',
      tokens: tokensWords,
    },
    page: pageWords,
    cases: experiments.flatMap((experiment) => experiment(seeds)),
  };
}
