import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import type { EpisodePlan } from './episode.ts';
import { openGuest } from './open-guest.ts';
import { PageObserver } from './page-observer.ts';
import type { Stage } from './stage.ts';

/** `actions`: of an agent that drives the browser itself. */
export type StageParts = Pick<Stage, 'adapter' | 'deadline' | 'log' | 'recorder'> & {
  actions: GuestActions | null;
};

/** Opens what an episode plays on and times it. What was opened is handed to `cleanup`. */
export async function openStage(
  plan: EpisodePlan,
  { actions, ...parts }: StageParts,
  cleanup: AsyncDisposableStack,
): Promise<Stage> {
  const { deadline, log } = parts;
  const { server, chromium, web: source, recorder, task } = plan;
  const guest = await openGuest(
    {
      server,
      chromium,
      web: source,
      seed: task.seed,
      recorder,
      actions,
      mark: plan.id,
      hidden: plan.hidden,
      viewport: task.setup.viewport,
      files: task.files,
      signal: deadline.signal,
    },
    (part, open) => {
      if (part === 'start') log.emit(resetEvent(plan, parts));
      return log.watch.time(part, open).catch((error: unknown) => {
        // The SDK words an abort in its own way; the time of the episode is told apart all the same.
        throw deadline.signal.aborted ? deadline.signal.reason : error;
      });
    },
  );
  const { web, browser: session } = guest;
  const observer = new PageObserver(plan, { session, web, startedAtMs: log.watch.startedAtEpochMs });
  cleanup.defer(async () => void (await Promise.all([guest[Symbol.asyncDispose](), observer.end()])));
  return {
    plan,
    ...parts,
    server: guest.server,
    browser: session.watch,
    endpoint: session.endpoint?.url ?? null,
    observer,
    web,
  };
}

function resetEvent({ chromium: { name, version } }: EpisodePlan, { log }: Pick<Stage, 'log'>) {
  return { type: 'reset', durationMs: log.watch.phases().reset, browser: `${name} ${version}` } as const;
}
