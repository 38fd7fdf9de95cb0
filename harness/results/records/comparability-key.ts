import { digest } from '../../platform/digest.ts';
import type { Run, RunConfig } from './result.ts';

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
>;

/**
 * What must be equal for two runs to be ranked together. What is being compared (agent, server, version, model, commit,
 * browser, machine) is not in it.
 */
export function comparabilityKey(suite: Run['suite'], config: Compared): string {
  const {
    kind,
    web,
    edition,
    worldSeeds,
    tasksSha256,
    promptSha256,
    answerCut,
    webSha256,
    limits,
    trials,
    judge,
  } = config;
  const asked = { edition, worldSeeds, tasksSha256, promptSha256, answerCut, webSha256, limits, trials };
  return digest({ keyVersion, suite, kind, web, judge, ...asked });
}
