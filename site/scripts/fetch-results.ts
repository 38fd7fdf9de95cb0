import { shortSha } from '../../harness/publish/board/format.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { commitInArchive } from '../data/read-archive.ts';
import { lifted } from '../history/lifted.ts';

/** `archive`: the file below `root` that has the commit's results in place of one of its own. */
export type PublishedCommit = { sha: string; archive: string | null };

/** A commit's results from its file or its archive, as the site publishes them. Throws what went wrong, in words. */
export async function fetchResults(root: string, { sha, archive }: PublishedCommit): Promise<ResultsFile> {
  const response = await fetch(root + (archive ?? `api/v1/runs/${sha}.json`));
  if (!response.ok)
    throw new Error(`The results of ${shortSha(sha)} could not be read (${response.status}).`);
  const stored = archive === null ? await response.json() : commitInArchive(await unpacked(response), sha);
  if (stored === null) throw new Error(`${archive} does not hold ${shortSha(sha)}.`);
  // Our own file, checked when the site was built.
  return lifted(stored as ResultsFile);
}

/** Some hosts say of a gzip file that it is compressed, and then the browser has unpacked it. */
async function unpacked(response: Response): Promise<string> {
  const bytes = await response.blob();
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return bytes.text();
  return new Response(bytes.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
