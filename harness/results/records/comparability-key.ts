import { digest } from '../../platform/digest.ts';
import type { Result, Run, RunConfig } from './result.ts';

/** What the key is made of; raised where that changes, so that no row goes on under another key unseen. */
export const keyVersion = 2;

type Compared = Pick<
  RunConfig,
  | 'kind'
  | 'web'
  | 'edition'
  | 'worldSeeds'
  | 'tasksSha256'
  | 'promptSha256'
  | 'answerCut'
  | 'webSha256'
  | 'limits'
  | 'trials'
  | 'judge'
  | 'scripts'
  | 'toolChoice'
>;

/**
 * What must be equal for two runs to be ranked together. What is being compared (agent, server, version, model, commit,
 * browser, machine) is not in it. An optional field, `scripts`, `toolChoice` and those of the limits, that a run does
 * not have leaves its key as it was before there was that field.
 */
export function comparabilityKey(suite: Run['suite'], config: Compared): string {
  const { kind, web, judge, edition, worldSeeds, tasksSha256, promptSha256, answerCut, webSha256 } = config;
  const { limits, trials, scripts, toolChoice } = config;
  const asked = { edition, worldSeeds, tasksSha256, promptSha256, answerCut, webSha256, limits, trials };
  return digest({ keyVersion, suite, kind, web, judge, ...asked, scripts, toolChoice });
}

type Asking = Pick<Run, 'suite'> & {
  config: RunConfig;
  episodes: readonly Pick<Result, 'requests' | 'tokens' | 'costIsLowerBound'>[];
};

/**
 * A run as its row has it: without the model that was only asked for. A model none of whose requests was answered has
 * decided nothing, so the run is compared with those that have none.
 */
export function withAnsweredModel<Each extends Asking>(run: Each): Each {
  const { suite, config, episodes } = run;
  // The first schema did not count requests.
  if (config.model === null || config.keyVersion < keyVersion || episodes.some(hasAnswer)) return run;
  const limits = { ...config.limits, maxUsd: null, maxTokens: null };
  const without = { ...config, model: null, price: null, answerCut: null, limits };
  return { ...run, config: { ...without, comparabilityKey: comparabilityKey(suite, without) } };
}

/** Whether a model answered in an episode. An answer that states no usage leaves the tokens unknown. */
function hasAnswer({ requests, tokens, costIsLowerBound }: Asking['episodes'][number]): boolean {
  if (requests === null) return tokens !== null;
  return requests > 0 || (tokens === null && !costIsLowerBound);
}
