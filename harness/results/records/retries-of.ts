import type { Result } from './result.ts';

/** How many attempts were made again, over all episodes. */
export function retriesOf(episodes: readonly Pick<Result, 'retries'>[]): number {
  return episodes.reduce((sum, { retries }) => sum + retries, 0);
}
