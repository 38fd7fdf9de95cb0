import { digest } from '../contract/digest.ts';
import type { Run, RunConfig } from './result.ts';

/** `model`: a language model chose the calls. `replay`: they were fixed beforehand (a transcript, a script, none). */
export type RunKind = 'replay' | 'model';

export function runKind(config: Pick<RunConfig, 'model'>): RunKind {
  return config.model === null ? 'replay' : 'model';
}

/**
 * What must be equal for two runs to be ranked together. What is being compared (server, version, model, commit,
 * browser, machine) is not in it.
 */
export function comparabilityKey(
  suite: Run['suite'],
  config: Pick<RunConfig, 'model' | 'web' | 'tasksSha256' | 'webSha256' | 'caps' | 'trials' | 'judge'>,
): string {
  const { web, tasksSha256, webSha256, caps, trials, judge } = config;
  return digest({ suite, kind: runKind(config), web, tasksSha256, webSha256, caps, trials, judge });
}
