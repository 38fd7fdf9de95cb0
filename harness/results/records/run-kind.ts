import type { RunConfig } from './result.ts';
import type { RunKind } from './run-identity.ts';

/** Whether a recording was played: a script and a control replay none. */
export function isReplay({ adapter }: Pick<RunConfig, 'adapter'>): boolean {
  return adapter === 'replay';
}

/** Whether somebody decided the calls whose ability is measured: what a replay or a rule passes is no score. */
export function isOfAgent(kind: RunKind | 'script'): boolean {
  return kind === 'model' || kind === 'agent';
}
