import type { Checkout } from '../platform/git/checkout.ts';
import { eyeOptions } from './eye-options.ts';
import type { PlanOptions } from './plan-options.ts';

/** Why a run is none for `results/`, as a closing line says it; null where it is one. */
export function whyNotAppended(
  { shard, webRoot, web, eyes }: Pick<PlanOptions, 'shard' | 'webRoot' | 'web' | 'eyes'>,
  { sha, noGit }: Pick<Checkout, 'sha' | 'noGit'>,
): string | null {
  if (shard) return 'a shard; merge makes a run of all of them';
  if (webRoot !== null) return 'the pages of --web-root are those of no commit';
  if (web.startsWith('har:')) return 'a recorded web is that of no commit';
  const [option] = eyeOptions(eyes);
  if (option) return `${option} is for looking on; what it takes is no measure`;
  if (sha !== null) return null;
  return noGit ? 'git is not installed, and no --sha was given' : 'no git checkout and no --sha';
}
