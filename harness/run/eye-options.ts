import { UserError } from '../platform/errors/user-error.ts';
import type { Checkout } from '../platform/git/checkout.ts';
import { isSet } from '../platform/process/switches.ts';
import { defaultWorkers } from './default-workers.ts';
import type { Eyes, PlanOptions } from './plan-options.ts';

/** Which of them were given, as a person types them. */
function eyeOptions({ headed, slowMs, keepBrowser }: Eyes): string[] {
  return [
    ...(headed ? ['--headed'] : []),
    ...(slowMs === null ? [] : ['--slow']),
    ...(keepBrowser ? ['--keep-browser'] : []),
  ];
}

/** Episodes side by side: as typed, or four; one at a time if a person watches. */
export function workersOf({ workers, eyes }: Pick<PlanOptions, 'eyes' | 'workers'>): number {
  return workers ?? (eyeOptions(eyes).length > 0 ? 1 : defaultWorkers);
}

/** Throws `UserError` where a browser would stay open that nobody sees, or several would. */
export function checkKeeping(options: Pick<PlanOptions, 'eyes' | 'workers'>, env: NodeJS.ProcessEnv): void {
  if (!options.eyes.keepBrowser) return;
  if (isSet(env.CI))
    throw new UserError(
      '--keep-browser: found CI in the environment; it waits for a person, whom CI has not',
    );
  const workers = workersOf(options);
  if (workers > 1)
    throw new UserError(
      `--keep-browser: found --workers ${workers}; allowed is 1, for it stops at one episode`,
    );
}

/** Why a run is none for `results/`, as a closing line says it; null where it is one. */
export function whyNotAppended(
  { shard, webRoot, web, eyes }: Pick<PlanOptions, 'shard' | 'webRoot' | 'web' | 'eyes'>,
  { sha, why }: Pick<Checkout, 'sha' | 'why'>,
): string | null {
  if (shard) return 'a shard; merge makes a run of all of them';
  if (webRoot !== null) return 'the pages of --web-root are those of no commit';
  if (web.startsWith('har:')) return 'a recorded web is that of no commit';
  const [option] = eyeOptions(eyes);
  if (option) return `${option} is for looking on; what it takes is no measure`;
  return sha === null ? `${why}, and no --sha was given` : null;
}
