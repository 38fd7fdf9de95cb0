import { shortSha } from '../../harness/publish/board/format.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { liftV1 } from '../../harness/results/records/v1/lift-v1.ts';
import type { ResultsFileV1 } from '../../harness/results/records/v1/results-v1.ts';
import type { StoredFile } from '../data/archives.ts';

/**
 * `archive`: the file below `root` with the commit's results, if the commit has no file of its own. `folder`: the folder
 * below `root` with a file for each of its runs.
 */
export type PublishedCommit = { sha: string; archive: string | null; folder: string | null };

/**
 * A commit's results from its file or its archive, as the site publishes them; from a folder, only those of the run.
 * Throws an error with a message for the reader.
 */
export async function fetchResults(
  root: string,
  { sha, archive, folder }: PublishedCommit,
  runId: string,
): Promise<ResultsFile> {
  const own = folder === null ? `api/v1/runs/${sha}.json` : `${folder}${runId}.json.gz`;
  const response = await fetch(root + (archive ?? own));
  if (!response.ok)
    throw new Error(`The results of ${shortSha(sha)} could not be read (${response.status}).`);
  const text = await unpacked(response);
  const stored = archive === null ? JSON.parse(text) : commitInArchive(text, sha);
  if (stored === null) throw new Error(`${archive} does not contain ${shortSha(sha)}.`);
  // A file of this site, checked when the site was built: the browser has no schemas.
  const file = stored as ResultsFile | ResultsFileV1;
  return file.schema === 'contract-bench.results.v1' ? liftV1(file) : file;
}

/** Some hosts serve a gzip file with `content-encoding: gzip`, and then the browser has unpacked it. */
export async function unpacked(response: Response): Promise<string> {
  const bytes = await response.blob();
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return bytes.text();
  return new Response(bytes.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

type CommitLine = Omit<StoredFile, 'runs'> & { runs: readonly { runId: string }[] };
type EpisodeLine = { at: readonly number[]; taskId: string };

/** The results of a commit from the text of an archive, as stored; null if it lacks the commit. */
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
