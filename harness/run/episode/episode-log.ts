import type { EpisodePlan } from './episode.ts';
import type { EpisodeEvent } from './episode-event.ts';
import { eventText } from './event-text.ts';
import { Stopwatch } from './stopwatch.ts';

/** Says what happens in an episode as it happens, and keeps its time. */
export class EpisodeLog {
  readonly watch = new Stopwatch();
  private readonly plan: Pick<EpisodePlan, 'emit' | 'redact'>;

  constructor(plan: Pick<EpisodePlan, 'emit' | 'redact'>) {
    this.plan = plan;
  }

  emit(event: EpisodeEvent): void {
    try {
      const timed = { atMs: Math.round(this.watch.elapsedMs()), ...event };
      this.plan.emit(this.plan.redact(timed, eventText(event)));
    } catch {
      // What becomes of an event (a full disk, a closed terminal) never changes the episode.
    }
  }
}
