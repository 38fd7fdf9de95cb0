import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { runAnchor } from '../words/href.ts';

/** More than these are not read on one page. */
const episodesOnOnePage = 50;

/** Whether the runs of a commit that is not archived have pages of their own. */
export function isSplit({ runs }: Pick<CommitSummary, 'runs'>): boolean {
  return runs.length > 1 && runs.reduce((sum, { episodes }) => sum + episodes, 0) > episodesOnOnePage;
}

/** Where a run is shown: on a page of its own, or a place on its commit's. */
export function openRunPaths(
  commits: readonly Pick<CommitSummary, 'sha' | 'runs'>[],
  archived: ReadonlyMap<string, unknown>,
): (sha: string, runId: string) => `/${string}` {
  const split = new Set(
    commits.filter((commit) => !archived.has(commit.sha) && isSplit(commit)).map(({ sha }) => sha),
  );
  return (sha, runId) => (split.has(sha) ? `/runs/${sha}/${runId}/` : `/runs/${sha}/#${runAnchor(runId)}`);
}
