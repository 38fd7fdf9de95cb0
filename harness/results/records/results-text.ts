import { gzipSync } from 'node:zlib';
import type { ResultsFile, Run } from './result.ts';

/** The stored text: one episode per line, above 600 KB one run per line; keys in the order of `content`. */
export function storedText(content: ResultsFile): string {
  const text = resultsText(content);
  return Buffer.byteLength(text) > maxReadableBytes ? denseText(content) : text;
}

/** The file of one run of `content`, for commits whose results are stored in one file per run. */
export function runFile(content: ResultsFile, run: Run): Buffer {
  return gzipSync(storedText({ ...content, runs: [run] }), { level: 9 });
}

/** Why results are too large for one file, and what to do; null if they are not. */
export function tooLarge(file: string, bytes: number, mostBytes: number): string | null {
  if (bytes <= mostBytes) return null;
  const folder = file.replace(/\.json$/, '');
  return `${file}: size: got ${bytes} bytes; expected at most ${mostBytes}. Make the folder ${folder} (mkdir) and repeat the command: the results of the commit are then stored in it, one file per run (<run>.json.gz)`;
}

/** Above this size a diff is unreadable anyway, so a run becomes one line. */
const maxReadableBytes = 600 * 1024;

function denseText({ runs, ...head }: ResultsFile): string {
  const lines = runs.map((run) => JSON.stringify(run));
  return `{${members(head)},\n"runs":[\n${lines.join(',\n')}\n]}\n`;
}

/** The text of a results file: one episode per line, keys in the order of `content`. */
export function resultsText({ runs, ...head }: ResultsFile): string {
  const lines = runs.map(({ episodes, totals, ...run }) => {
    const rows = episodes.map((episode) => JSON.stringify(episode)).join(',\n');
    return `{${members(run)},\n"episodes":[${rows === '' ? '' : `\n${rows}\n`}],\n${members({ totals })}}`;
  });
  return `{${members(head)},\n"runs":[${lines.join(',\n')}]}\n`;
}

/** One member per line, so that the head of a file can be read alone and a diff shows what changed. */
function members(object: Record<string, unknown>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n');
}
