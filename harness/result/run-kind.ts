import type { RunConfig } from './result.ts';

/** `model`: a language model chose the calls. `replay`: they were fixed beforehand (a transcript, a script, none). */
export type RunKind = 'replay' | 'model';

export function runKind(config: Pick<RunConfig, 'model'>): RunKind {
  return config.model === null ? 'replay' : 'model';
}

/** Whether a recording was played: of what is no model's, a script and a control replay none. */
export function isReplay({ adapter }: Pick<RunConfig, 'adapter'>): boolean {
  return adapter === 'mock';
}
