import type { PlanOptions } from './plan.ts';

/** Why a run is none for `results/`, as a closing line says it; null where it is one. */
export function whyNotAppended(
  { shard, webRoot, web }: Pick<PlanOptions, 'shard' | 'webRoot' | 'web'>,
  sha: string | null,
): string | null {
  if (shard) return 'a shard; merge makes a run of all of them';
  if (webRoot !== null) return 'the pages of --web-root are those of no commit';
  if (web.startsWith('har:')) return 'a recorded web is that of no commit';
  return sha === null ? 'no git checkout and no --sha' : null;
}
