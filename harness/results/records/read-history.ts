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
 * A commit with results: their place, the commit's time in milliseconds since 1970, and its parents. `file` is
 * `<sha>.json`, or the folder `<sha>` with one `<run>.json.gz` per run: a compressed results file of one run.
 */
export type HistoryEntry = { sha: string; file: string; commitMs: number; parents: readonly string[] };

/** Called with the reason why a file could not be read. */
export type OnFault = (fault: string) => void;

/**
 * The results files of a folder by commit date; within one second parents come first, then the lower sha. Ignores other
 * files. Reads only the head of each file. A commit without a date gets the start of its first run. A missing folder is
 * an empty history. Throws UserError.
 */
export function historyIndex(resultsDir: string): HistoryEntry[] {
  const found = resultsFilesIn(resultsDir);
  const faults = found.flatMap(({ file }) => notAFile(file) ?? []);
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  return inOrder(found.map(entryOf));
}

/** The readable results files of a folder. */
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

/** Git dates have a resolution of one second, and a rebase or a merge queue makes many commits in a second. */
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

/**
 * The maximum bytes of one `<sha>.json`, because git hosts refuse much larger files. Larger results are stored in one
 * file per run.
 */
export const mostResultsBytes = 50e6;

/**
 * Files and folders named like a commit's results, each commit once, sorted by name; empty if the folder is missing.
 */
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

/** The file or folder of a commit's results; the file if neither exists. */
export function resultsFileOf(resultsDir: string, sha: string): string {
  const file = join(resultsDir, `${sha}.json`);
  const folder = join(resultsDir, sha);
  return !existsSync(file) && runFilesIn(folder).length > 0 ? folder : file;
}

const runEnding = '.json.gz';

/** The file of one run of a commit whose results are stored in a folder. */
export function runFileOf(folder: string, runId: string): string {
  return join(folder, `${runId}${runEnding}`);
}

/** The files of runs in such a folder, by name; empty if the folder is missing. */
function runFilesIn(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(runEnding) && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

/** The commit that a path below the results belongs to; null if it is not a results file. */
export function commitOfPath(place: string): string | null {
  return /^([0-9a-f]{7,64})(?:\.json|\/[^/]+\.json\.gz)$/.exec(place)?.[1] ?? null;
}

/** The results of every commit, oldest first, one file in memory at a time. Throws UserError. */
export function* readHistory(resultsDir: string): Generator<ResultsFile> {
  for (const { file } of historyIndex(resultsDir)) yield readResultsFile(file);
}

/** The same for the readable files; `onFault` gets the reason for each other file. */
export function* readableHistory(resultsDir: string, onFault: OnFault): Generator<ResultsFile> {
  for (const { file } of readableIndex(resultsDir, onFault)) {
    const content = orFault(() => readResultsFile(file), onFault);
    if (content) yield content;
  }
}

/** The commit's date, or the start of its first run if the date is unknown; milliseconds since 1970. */
function commitDate({ commit, runs }: ResultsFile): number {
  if (commit.date !== null) return Date.parse(commit.date);
  return runs.length === 0 ? 0 : Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt)));
}

const DatedCommit = ResultsFile.shape.commit.pick({ parents: true }).extend({
  date: ResultsFile.shape.commit.shape.date.unwrap(),
});

/** Null if the file was not laid out by `writeResultsFile`, its head is invalid, or the commit has no date. */
function commitInHead(file: string): z.infer<typeof DatedCommit> | null {
  const line = /^"commit":(\{.*\}),$/m.exec(head(file))?.[1];
  if (line === undefined) return null;
  try {
    return DatedCommit.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // Reading the whole file reports what is invalid, and where.
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

/** Reads and checks the results of one commit; converts the first schema to the second. Throws UserError. */
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
    throw new UserError(`${file}: sha: got ${content.sha}; expected ${name}, as in the file name`);
  const ids = content.runs.map(({ runId }) => runId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UserError(`${file}: runs: ${twice} appears twice`);
  return content;
}

/** The results of a commit as stored, unchecked; a folder gives one text. Throws UserError for invalid gzip. */
export function storedResults(file: string): string {
  const parts = runFilesIn(file);
  if (parts.length === 0) return readFileSync(file, 'utf8');
  const read = parts.map((part): ResultsFile => JSON.parse(unzipped(part, readFileSync(part))));
  return JSON.stringify({ ...read[0], runs: read.flatMap(({ runs }) => runs).sort(byStart) });
}

/**
 * Bytes of the results of a commit as text; for a folder, the sum of the sizes that each gzip file states at its end.
 */
export function storedBytes(file: string): number {
  const parts = runFilesIn(file);
  return parts.length === 0 ? statSync(file).size : parts.reduce((sum, part) => sum + unzippedBytes(part), 0);
}

function unzippedBytes(file: string): number {
  const bytes = readFileSync(file);
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
}

/** The run of a one-run file, unchecked. Throws UserError for invalid gzip. */
export function storedRun(file: string): Run | undefined {
  const { runs }: ResultsFile = JSON.parse(unzipped(file, readFileSync(file)));
  return runs[0];
}

/** Parses a results file of one run, whose name must be that of the run. Faults name `file`. Throws UserError. */
export function parseRunFile(file: string, bytes: Uint8Array): ResultsFile {
  const content = parseResultsText(file, unzipped(file, bytes));
  const [run] = content.runs;
  if (content.runs.length !== 1 || run === undefined)
    throw new UserError(`${file}: runs: got ${content.runs.length}; expected one run`);
  const [sha = '', name = ''] = file.split(/[\\/]/).slice(-2);
  if (name !== `${run.runId}${runEnding}`)
    throw new UserError(`${file}: file name: expected ${run.runId}${runEnding}, after the run in it`);
  if (sha !== content.sha)
    throw new UserError(`${file}: sha: got ${content.sha}; expected ${sha}, as in the folder's name`);
  return content;
}

/** Joins the one-run files of one commit into its results file, in order of start. */
export function joined(parts: readonly ResultsFile[]): ResultsFile {
  return parts.reduce((all, part) => mergeResultsFiles(all, part).merged);
}

function unzipped(file: string, bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: 500e6 }).toString('utf8');
  } catch (error) {
    throw new UserError(`${file}: invalid gzip: ${error instanceof Error ? error.message : error}`);
  }
}

/** Parses the text of a results file; faults name `file`. Throws UserError. */
export function parseResultsText(file: string, text: string): ResultsFile {
  return parseResults(file, parseJson(file, AnyFile, text));
}

/** Faults name `file`. Throws UserError. */
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
 * Why an entry named like a results file is not one: opening a pipe would block, and a link may lead anywhere. Results
 * in both a folder and a file are a fault too, because it is unclear which of them counts. Null if it is one.
 */
export function notAFile(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  const both = runFilesIn(file.replace(/\.json$/, '')).length > 0;
  if (both && file.endsWith('.json'))
    return `${file}: got both this file and the folder ${basename(file, '.json')}/ with one file per run; expected only one of them. Keep the one that has all runs`;
  if (!found || found.isFile() || both) return null;
  const kind = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a symbolic link'
      : 'a special file';
  return `${file}: got ${kind}; expected a file`;
}
