import { digest } from '../../platform/digest.ts';
import type { Result, Run, RunConfig } from './result.ts';

/**
 * The version of the key's ingredients. Raised when they change, so that no row silently continues under another key.
 */
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
> & { model?: Pick<NonNullable<RunConfig['model']>, 'sampling'> | null };

/**
 * The settings that must be equal for two runs to be ranked together. The compared things (agent, server, version,
 * model, commit, browser, machine) are not part of it. If a run lacks an optional field (`scripts`, `toolChoice`, the
 * sampling of the model, those of the limits), its key is the same as before that field existed.
 */
export function comparabilityKey(suite: Run['suite'], config: Compared): string {
  const { kind, web, judge, edition, worldSeeds, tasksSha256, promptSha256, answerCut, webSha256 } = config;
  const { limits, trials, scripts, toolChoice, model } = config;
  const asked = { edition, worldSeeds, tasksSha256, promptSha256, answerCut, webSha256, limits, trials };
  return digest({
    keyVersion,
    suite,
    kind,
    web,
    judge,
    ...asked,
    scripts,
    toolChoice,
    sampling: model?.sampling,
  });
}

type Asking = Pick<Run, 'suite'> & {
  config: RunConfig;
  episodes: readonly Pick<Result, 'requests' | 'tokens' | 'costIsLowerBound'>[];
};

/**
 * The run as its row counts it. A model that answered no request decided nothing, so the run is compared with the runs
 * without a model.
 */
export function withAnsweredModel<Each extends Asking>(run: Each): Each {
  const { suite, config, episodes } = run;
  // The first schema did not count requests.
  if (config.model === null || config.keyVersion < keyVersion || episodes.some(hasAnswer)) return run;
  const limits = { ...config.limits, maxUsd: null, maxTokens: null };
  const without = { ...config, model: null, price: null, answerCut: null, limits };
  return { ...run, config: { ...without, comparabilityKey: comparabilityKey(suite, without) } };
}

/** Whether a model answered in an episode. An answer without usage leaves the tokens unknown. */
function hasAnswer({ requests, tokens, costIsLowerBound }: Asking['episodes'][number]): boolean {
  if (requests === null) return tokens !== null;
  return requests > 0 || (tokens === null && !costIsLowerBound);
}

/** The run with a choice of tools, and its key. Without a forced call the field is absent, as in older runs. */
export function withToolChoice<Each extends Pick<Run, 'suite' | 'config'>>(
  run: Each,
  toolChoice: RunConfig['toolChoice'],
): Each {
  const { toolChoice: _, ...rest } = run.config;
  const config = { ...rest, ...(toolChoice === 'required' ? { toolChoice } : {}) };
  return { ...run, config: { ...config, comparabilityKey: comparabilityKey(run.suite, config) } };
}
