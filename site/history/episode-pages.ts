import { keptEpisodes } from '../../harness/result/kept-events.ts';
import { resultsDir } from './settings.ts';
import { commitResults, siteHistory } from './this-build.ts';

/** An episode that there is a page of, and the commit it was played at. */
export type EpisodePage = { sha: string; runId: string; taskId: string; trial: number };

/** Every episode whose events are kept, commit by commit from the newest, in the order of its run. */
export const episodePages: readonly EpisodePage[] = siteHistory.commits.flatMap(({ sha, runs }) => {
  if (!runs.some(({ hasEvents }) => hasEvents)) return [];
  return commitResults(sha).runs.flatMap((run) => {
    const kept = keptEpisodes(resultsDir, run);
    return run.episodes
      .filter(({ taskId, trial }) => kept.has(taskId, trial))
      .map(({ taskId, trial }) => ({ sha, runId: run.runId, taskId, trial }));
  });
});

const paths = new Set(episodePages.map(pathOf));

/** The page of an episode; null where there is none, for its events are not kept. */
export function episodePath(runId: string, taskId: string, trial: number): `/${string}/` | null {
  const path = pathOf({ runId, taskId, trial });
  return paths.has(path) ? path : null;
}

function pathOf({ runId, taskId, trial }: Omit<EpisodePage, 'sha'>): `/${string}/` {
  return `/episodes/${runId}/${taskId}/${trial}/`;
}
