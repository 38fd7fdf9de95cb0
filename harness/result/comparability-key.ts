import { digest } from '../contract/digest.ts';
import type { Run, RunConfig } from './result.ts';
import { runKind } from './run-kind.ts';

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
