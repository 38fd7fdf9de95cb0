import type { StoredFile } from './archive-text.ts';

type CommitLine = Omit<StoredFile, 'runs'> & { runs: readonly { runId: string }[] };
type EpisodeLine = { at: readonly number[]; taskId: string };

/** The results of a commit from the text of an archive, as they were stored; null where it has none of that commit. */
export function commitInArchive(text: string, sha: string): StoredFile | null {
  const lines = text.split('\n');
  const place = lines.findIndex((line) => line.includes(`"sha":"${sha}"`)) - 1;
  const line = lines[place + 1];
  if (place < 0 || line === undefined) return null;
  const { runs, ...file } = JSON.parse(line) as CommitLine;
  const episodes = lines
    .filter((each) => each.startsWith(`{"at":[${place},`))
    .map((each) => JSON.parse(each) as EpisodeLine);
  const ofRun = (run: number) =>
    episodes
      .filter(({ at }) => at[1] === run)
      .sort((a, b) => (a.at[2] ?? 0) - (b.at[2] ?? 0))
      .map(({ at, ...episode }) => episode);
  return { ...file, runs: runs.map((run, index) => ({ ...run, episodes: ofRun(index) })) };
}
