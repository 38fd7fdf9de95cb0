import { resultsDir } from '../../harness/publish/board/settings.ts';
import type { Pass } from '../../harness/results/story/closest-pass.ts';
import { openKeptLines } from './kept-lines.ts';
import { commitResults, siteHistory } from './this-build.ts';

/** An episode that there is a page of, and the commit it was played at. */
export type EpisodePage = { sha: string; hasPassed: boolean } & Pass;

export const keptLines = openKeptLines(resultsDir);

/** Every episode whose events are kept, commit by commit from the newest, in the order of its run. */
export const episodePages: readonly EpisodePage[] = siteHistory.commits.flatMap(({ sha, runs }) => {
  if (!runs.some(({ hasEvents }) => hasEvents)) return [];
  return commitResults(sha).runs.flatMap((run) => {
    if (run.eventsSha256 === undefined) return [];
    const lines = keptLines(run);
    const { runId, config } = run;
    return run.episodes.flatMap(({ taskId, trial, taskSha256, status }) => {
      const played = { runId, taskId, trial, taskSha256, kind: config.kind, serverId: config.server.id };
      return lines.of(taskId, trial).length === 0 ? [] : [{ sha, hasPassed: status === 'passed', ...played }];
    });
  });
});

const paths = new Set(episodePages.map(pathOf));

/** The page of an episode; null where there is none, for its events are not kept. */
export function episodePath(runId: string, taskId: string, trial: number): `/${string}/` | null {
  const path = pathOf({ runId, taskId, trial });
  return paths.has(path) ? path : null;
}

export function pathOf({ runId, taskId, trial }: Pick<Pass, 'runId' | 'taskId' | 'trial'>): `/${string}/` {
  return `/episodes/${runId}/${taskId}/${trial}/`;
}
