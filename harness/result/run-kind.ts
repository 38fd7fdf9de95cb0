import type { RunConfig } from './result.ts';

/** Whether a recording was played: a script and a control replay none. */
export function isReplay({ adapter }: Pick<RunConfig, 'adapter'>): boolean {
  return adapter === 'replay';
}
