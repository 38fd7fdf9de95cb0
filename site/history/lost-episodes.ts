import type { Result } from '../../harness/results/records/result.ts';

/** Episodes that have something in common, the most of them first. */
type Lost = { name: string; episodes: Result[] };

/** Episodes that did not pass: by how they ended, by the clause of their task that failed, and by the last tool called. */
export function lostEpisodes(episodes: readonly Result[]): Record<'statuses' | 'clauses' | 'tools', Lost[]> {
  const lost = episodes.filter(({ success }) => !success);
  return {
    statuses: by(lost, ({ status }) => status),
    // The same place in the contracts of two tasks is not the same clause.
    clauses: by(lost, ({ taskId, failedPostcondition }) =>
      failedPostcondition ? `${taskId}: ${failedPostcondition.name}` : null,
    ),
    tools: by(lost, ({ lastTool }) => lastTool ?? null),
  };
}

function by(episodes: readonly Result[], nameOf: (episode: Result) => string | null): Lost[] {
  const named = Map.groupBy(episodes, nameOf);
  return [...named]
    .flatMap(([name, each]) => (name === null ? [] : [{ name, episodes: each }]))
    .sort((a, b) => b.episodes.length - a.episodes.length || (a.name < b.name ? -1 : 1));
}
