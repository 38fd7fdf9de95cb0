import { UserError } from '../platform/errors/user-error.ts';
import type { Checkout } from '../platform/git/checkout.ts';
import { isSet } from '../platform/process/switches.ts';
import { defaultWorkers } from './default-workers.ts';
import type { Eyes } from './eyes.ts';
import type { PlanOptions } from './plan-options.ts';

/** The given options, as typed. */
function eyeOptions({ headed, slowMs, keepBrowser }: Eyes): string[] {
  return [
    ...(headed ? ['--headed'] : []),
    ...(slowMs === null ? [] : ['--slow']),
    ...(keepBrowser ? ['--keep-browser'] : []),
  ];
}

/** Parallel episodes: as typed, else four, or one if a person watches. */
export function workersOf({
  workers,
  eyes,
  modelFile = null,
}: Pick<PlanOptions, 'eyes' | 'workers'> & Partial<Pick<PlanOptions, 'modelFile'>>): number {
  // The runtime of local weights has one context.
  if (modelFile !== null) return 1;
  return workers ?? (eyeOptions(eyes).length > 0 ? 1 : defaultWorkers);
}

/** Throws `UserError` if the kept browser would be invisible (CI), or if there would be several. */
export function checkKeeping(options: Pick<PlanOptions, 'eyes' | 'workers'>, env: NodeJS.ProcessEnv): void {
  if (!options.eyes.keepBrowser) return;
  if (isSet(env.CI))
    throw new UserError(
      '--keep-browser: got CI in the environment; this option waits for Ctrl-C, so it needs a person',
    );
  const workers = workersOf(options);
  if (workers > 1)
    throw new UserError(
      `--keep-browser: got --workers ${workers}; expected 1, because the run stops at the kept browser`,
    );
}

/** Why a run is not appended to `results/`, as text of the closing line; null if it is. */
export function whyNotAppended(
  { shard, webRoot, web, eyes }: Pick<PlanOptions, 'shard' | 'webRoot' | 'web' | 'eyes'>,
  { sha, why }: Pick<Checkout, 'sha' | 'why'>,
): string | null {
  if (shard) return 'this is a shard; merge joins all shards to one run';
  if (webRoot !== null) return 'the pages of --web-root belong to no commit';
  if (web.startsWith('har:')) return 'a recorded web belongs to no commit';
  const [option] = eyeOptions(eyes);
  if (option) return `${option} changes the times of a run, so they are not measurements`;
  return sha === null ? `${why}, and no --sha was given` : null;
}
