import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { parseAs, parseJson } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { mergeResultsFiles } from './merge-results-files.ts';
import { ResultsFile, type Run } from './result.ts';
import { byStart } from './run-facts.ts';
import { liftV1 } from './v1/lift-v1.ts';
import { ResultsFileV1 } from './v1/results-v1.ts';

/**
 * Where a commit's results are, when it was made, in milliseconds since 1970, and what it was made of. `file` is `<sha>.json`,
 * or the folder `<sha>` with one `<run>.json.gz` a run: a results file of one run, compressed.
 */
export type HistoryEntry = { sha: string; file: string; commitMs: number; parents: readonly string[] };

/** Takes why a file could not be read; whoever hands one in is told the rest. */
export type OnFault = (fault: string) => void;

/**
 * The results files of a folder by commit date; of one second parents come first, else the lower sha. Other files there are not looked at. Reads the head of each
 * file only. A commit without a date stands where its first run started. A folder that is not there is an empty history.
 * Throws UserError.
 */
export function historyIndex(resultsDir: string): HistoryEntry[] {
  const found = resultsFilesIn(resultsDir);
  const faults = found.flatMap(({ file }) => notAFile(file) ?? []);
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  return inOrder(found.map(entryOf));
}

/** Those of them that can be read. */
function readableIndex(resultsDir: string, onFault: OnFault): HistoryEntry[] {
  const entries = resultsFilesIn(resultsDir).flatMap((found) => {
    const fault = notAFile(found.file);
    if (fault !== null) onFault(fault);
    return fault === null ? (orFault(() => entryOf(found), onFault) ?? []) : [];
  });
  return inOrder(entries);
}

function entryOf({ sha, file }: Pick<HistoryEntry, 'sha' | 'file'>): HistoryEntry {
  const head = commitInHead(file);
  if (head !== null) return { sha, file, commitMs: Date.parse(head.date), parents: head.parents };
  const whole = readResultsFile(file);
  return { sha, file, commitMs: commitDate(whole), parents: whole.commit.parents };
}

/** A rebase or a merge queue makes many commits in a second, which is as exact as git is. */
function inOrder(entries: HistoryEntry[]): HistoryEntry[] {
  const sorted = entries.sort((a, b) => a.commitMs - b.commitMs || (a.sha < b.sha ? -1 : 1));
  return [...Map.groupBy(sorted, ({ commitMs }) => commitMs).values()].flatMap((tied) => {
    const left = new Map(tied.map((entry) => [entry.sha, entry]));
    return tied.flatMap(() => {
      const [first] = left.values();
      const next =
        tied.find(({ sha, parents }) => left.has(sha) && !parents.some((each) => left.has(each))) ?? first;
      if (next) left.delete(next.sha);
      return next ?? [];
    });
  });
}

function orFault<T>(read: () => T, onFault: OnFault): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    onFault(error.message);
    return null;
  }
}

/** Bytes of one `<sha>.json`: hosts of git refuse much larger files. The results of a larger commit lie in one file a run. */
export const mostResultsBytes = 50e6;

/** What has a commit's results for a name, each commit once, by name; a folder that is not there has none. */
export function resultsFilesIn(resultsDir: string): { sha: string; file: string }[] {
  if (!existsSync(resultsDir)) return [];
  const names = readdirSync(resultsDir).sort();
  const whole = new Set(names);
  return names.flatMap((name) => {
    const sha = name.replace(/\.json$/, '');
    if (!ResultsFile.shape.sha.safeParse(sha).success) return [];
    const file = join(resultsDir, name);
    if (name === sha && (whole.has(`${sha}.json`) || runFilesIn(file).length === 0)) return [];
    return [{ sha, file }];
  });
}

/** Where the results of a commit lie, or would. */
export function resultsFileOf(resultsDir: string, sha: string): string {
  const file = join(resultsDir, `${sha}.json`);
  const folder = join(resultsDir, sha);
  return !existsSync(file) && runFilesIn(folder).length > 0 ? folder : file;
}

const runEnding = '.json.gz';

/** The file of one run of a commit whose results lie in a folder. */
export function runFileOf(folder: string, runId: string): string {
  return join(folder, `${runId}${runEnding}`);
}

/** The files of runs in such a folder, by name; none where there is no such folder. */
function runFilesIn(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(runEnding) && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

/** Which commit a path below the results belongs to; null where it is no file of results. */
export function commitOfPath(place: string): string | null {
  return /^([0-9a-f]{7,64})(?:\.json|\/[^/]+\.json\.gz)$/.exec(place)?.[1] ?? null;
}

/** The results of every commit, oldest first, one file in memory at a time. Throws UserError. */
export function* readHistory(resultsDir: string): Generator<ResultsFile> {
  for (const { file } of historyIndex(resultsDir)) yield readResultsFile(file);
}

/** The same of the files that can be read; of each other one it is said why not. */
export function* readableHistory(resultsDir: string, onFault: OnFault): Generator<ResultsFile> {
  for (const { file } of readableIndex(resultsDir, onFault)) {
    const content = orFault(() => readResultsFile(file), onFault);
    if (content) yield content;
  }
}

/** When the commit was made, or where that is not known when its first run started; milliseconds since 1970. */
function commitDate({ commit, runs }: ResultsFile): number {
  if (commit.date !== null) return Date.parse(commit.date);
  return runs.length === 0 ? 0 : Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt)));
}

const DatedCommit = ResultsFile.shape.commit.pick({ parents: true }).extend({
  date: ResultsFile.shape.commit.shape.date.unwrap(),
});

/** Null where the file was not laid out by `writeResultsFile`, is broken there, or the commit has no date. */
function commitInHead(file: string): z.infer<typeof DatedCommit> | null {
  const line = /^"commit":(\{.*\}),$/m.exec(head(file))?.[1];
  if (line === undefined) return null;
  try {
    return DatedCommit.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // Whoever reads the whole file says which one is broken, and where.
    return null;
  }
}

function head(file: string): string {
  const [first] = runFilesIn(file);
  if (first !== undefined)
    return (
      orFault(
        () => unzipped(first, readFileSync(first)),
        () => {},
      ) ?? ''
    );
  const bytes = Buffer.alloc(4096);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

const AnyFile = z.looseObject({ schema: z.string() });

/** Reads and checks the results of one commit; those of the first schema are lifted. Throws UserError. */
export function readResultsFile(file: string): ResultsFile {
  const fault = notAFile(file);
  if (fault !== null) throw new UserError(fault);
  const parts = runFilesIn(file);
  const content =
    parts.length > 0
      ? joined(parts.map((part) => parseRunFile(part, readFileSync(part))))
      : parseResults(file, readJson(file, AnyFile));
  const name = basename(file, '.json');
  if (name !== content.sha)
    throw new UserError(`${file}: sha: the file is named ${name} and says ${content.sha}`);
  const ids = content.runs.map(({ runId }) => runId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UserError(`${file}: runs: ${twice} is there twice`);
  return content;
}

/** The results of a commit as they are stored, not checked; one text of those in a folder. Throws UserError for what is no gzip. */
export function storedResults(file: string): string {
  const parts = runFilesIn(file);
  if (parts.length === 0) return readFileSync(file, 'utf8');
  const read = parts.map((part): ResultsFile => JSON.parse(unzipped(part, readFileSync(part))));
  return JSON.stringify({ ...read[0], runs: read.flatMap(({ runs }) => runs).sort(byStart) });
}

/** Bytes of the results of a commit as text: of those in a folder what gzip says at the end of each file. */
export function storedBytes(file: string): number {
  const parts = runFilesIn(file);
  return parts.length === 0 ? statSync(file).size : parts.reduce((sum, part) => sum + unzippedBytes(part), 0);
}

function unzippedBytes(file: string): number {
  const bytes = readFileSync(file);
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
}

/** The one run of a file of a run, not checked. Throws UserError for what is no gzip. */
export function storedRun(file: string): Run | undefined {
  const { runs }: ResultsFile = JSON.parse(unzipped(file, readFileSync(file)));
  return runs[0];
}

/** A results file of one run by its bytes, named by its run; `file` is what a fault is named after. Throws UserError. */
export function parseRunFile(file: string, bytes: Uint8Array): ResultsFile {
  const content = parseResultsText(file, unzipped(file, bytes));
  const [run] = content.runs;
  if (content.runs.length !== 1 || run === undefined)
    throw new UserError(`${file}: runs: must be the one run; found ${content.runs.length}`);
  const [sha = '', name = ''] = file.split(/[\\/]/).slice(-2);
  if (name !== `${run.runId}${runEnding}`)
    throw new UserError(`${file}: file name: must be ${run.runId}${runEnding}, by the run in it`);
  if (sha !== content.sha)
    throw new UserError(`${file}: sha: must be ${sha}, that of the folder; found ${content.sha}`);
  return content;
}

/** Files of runs of one commit as its results file, the first started first. */
export function joined(parts: readonly ResultsFile[]): ResultsFile {
  return parts.reduce((all, part) => mergeResultsFiles(all, part).merged);
}

function unzipped(file: string, bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: 500e6 }).toString('utf8');
  } catch (error) {
    throw new UserError(
      `${file}: the whole: must be gzip; found: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** The same of a text; `file` is only what a fault is named after. Throws UserError. */
export function parseResultsText(file: string, text: string): ResultsFile {
  return parseResults(file, parseJson(file, AnyFile, text));
}

/** `file` is only what a fault is named after. Throws UserError. */
function parseResults(file: string, json: z.infer<typeof AnyFile>): ResultsFile {
  return isFirst(json) ? liftV1(parseAs(file, ResultsFileV1, json)) : parseAs(file, ResultsFile, json);
}

/** A file whose schema was checked before. */
export function checkedResults(json: ResultsFile | ResultsFileV1): ResultsFile {
  return isFirst(json) ? liftV1(json) : json;
}

function isFirst(json: { schema: string }): json is ResultsFileV1 {
  return json.schema === ResultsFileV1.shape.schema.value;
}

/**
 * Why what has the name of a results file is none: to open a pipe would wait, and a link leads anywhere. A commit whose
 * results lie in a folder and in a file too is one: which of them counts is not known.
 */
export function notAFile(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  const both = runFilesIn(file.replace(/\.json$/, '')).length > 0;
  if (both && file.endsWith('.json'))
    return `${file}: the whole: must be the only form of its results; found ${basename(file, '.json')}/ too, with one file a run: keep the one that has all runs`;
  if (!found || found.isFile() || both) return null;
  const kind = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a symbolic link'
      : 'no regular file';
  return `${file}: the whole: must be a file; found ${kind}`;
}
