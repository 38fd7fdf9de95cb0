import { gzipSync } from 'node:zlib';
import type { ResultsFile, Run } from './result.ts';

/** What is stored: one episode a line, of more than 600 KB one run; keys in the order of `content`. */
export function storedText(content: ResultsFile): string {
  const text = resultsText(content);
  return Buffer.byteLength(text) > maxReadableBytes ? denseText(content) : text;
}

/** The file of one run of `content`, where the results of a commit lie in one file a run. */
export function runFile(content: ResultsFile, run: Run): Buffer {
  return gzipSync(storedText({ ...content, runs: [run] }), { level: 9 });
}

/** Why results are too large for one file, and what to do; null where they are not. */
export function tooLarge(file: string, bytes: number, mostBytes: number): string | null {
  if (bytes <= mostBytes) return null;
  const folder = file.replace(/\.json$/, '');
  return `${file}: size: got ${bytes} bytes; expected at most ${mostBytes}. Make the folder ${folder} (mkdir) and repeat the command: the results of the commit are then stored in it, one file a run (<run>.json.gz)`;
}

/** Past this nobody reads a diff of it: a run is one line then. */
const maxReadableBytes = 600 * 1024;

function denseText({ runs, ...head }: ResultsFile): string {
  const lines = runs.map((run) => JSON.stringify(run));
  return `{${members(head)},\n"runs":[\n${lines.join(',\n')}\n]}\n`;
}

/** The text of a results file: one episode a line, keys in the order in which `content` has them. */
export function resultsText({ runs, ...head }: ResultsFile): string {
  const lines = runs.map(({ episodes, totals, ...run }) => {
    const rows = episodes.map((episode) => JSON.stringify(episode)).join(',\n');
    return `{${members(run)},\n"episodes":[${rows === '' ? '' : `\n${rows}\n`}],\n${members({ totals })}}`;
  });
  return `{${members(head)},\n"runs":[${lines.join(',\n')}]}\n`;
}

/** One member a line, so that the head of a file can be read without the rest and a diff says what changed. */
function members(object: Record<string, unknown>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n');
}
