import { performance } from 'node:perf_hooks';
import type { SavedEvent } from '../../run/artifacts.ts';
import type { EpisodePlayer } from '../../run/play-plan.ts';
import { playPlannedEpisode } from '../../run/play-planned-episode.ts';
import type { Reporter } from '../../run/reporters/reporter.ts';

/** Between the event before and one of these lies a phase of browser or server, or the time between two episodes. */
const endOfOther: ReadonlySet<SavedEvent['type']> = new Set([
  'episode_start',
  'reset',
  'navigate',
  'tool_result',
]);

/**
 * Plays the episodes one after the other and adds up the time in which this process sat idle outside `reset`, `start`
 * and `tool`: in the judge's looks and at the end. There it waits for the page to answer or to be still (the pauses
 * between two polls among it), for the browser of the second observation, and for server and browser to end and their folder
 * to be gone. The phases `judge` and `stop` cannot tell: each holds work and waiting, and the two overlap. It takes
 * an episode that opens a URL, for else no event stands between the server's start and the first observation.
 */
export function watchWaiting(): { playEpisodes: EpisodePlayer; waitedMs(): number } {
  let waitedMs = 0;
  let idleBefore = idleMs();
  const event: Reporter['event'] = (_run, _taskId, _trial, { type }) => {
    const idle = idleMs();
    if (!endOfOther.has(type)) waitedMs += idle - idleBefore;
    idleBefore = idle;
  };
  return {
    playEpisodes: async ({ plan, planned, artifacts, reporter, signal, add }) => {
      const watched = { ...reporter, event };
      for (const next of planned.scheduled) {
        const result = await playPlannedEpisode(plan, planned.run, next, artifacts, watched, signal);
        if (!result) return;
        await add(result);
      }
    },
    waitedMs: () => waitedMs,
  };
}

function idleMs(): number {
  return performance.eventLoopUtilization().idle;
}
