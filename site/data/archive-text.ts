import type { Stamp } from '../../harness/publish/board/stamp.ts';

/** As much of a stored results file, whatever its version, as its place in an archive needs. */
export type StoredFile = { sha: string; runs: readonly StoredRun[] };
type StoredRun = { runId: string; episodes: readonly { taskId: string }[] };

/**
 * Several commits' results as JSON lines: a head, a line for each commit without its episodes, then a line for each
 * episode with its place. Episodes of one task stand together: they are alike, and gzip looks back no further than 32 KB, less than
 * a commit takes. That takes a quarter to four fifths off the compressed size.
 */
export function archiveText(files: readonly StoredFile[], { synthetic }: Stamp): string {
  const head = {
    schema: 'contract-bench.archive.v1',
    ...(synthetic && { synthetic }),
    commits: files.length,
  };
  const commits = files.map(({ runs, ...file }) => ({ ...file, runs: runs.map(withoutEpisodes) }));
  const episodes = files.flatMap(({ runs }, commit) =>
    runs.flatMap((run, place) =>
      run.episodes.map((episode, at) => ({ at: [commit, place, at], ...episode })),
    ),
  );
  const byTask = episodes.sort((a, b) => (a.taskId === b.taskId ? 0 : a.taskId < b.taskId ? -1 : 1));
  return [head, ...commits, ...byTask].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function withoutEpisodes({ episodes, ...run }: StoredRun) {
  return run;
}
