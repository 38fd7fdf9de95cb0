import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { parseAs } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import { boundedResult } from '../records/bounded-result.ts';
import { withAnsweredModel } from '../records/comparability-key.ts';
import { type AttemptAnswers, answersFileOf, answersText } from '../records/kept-answers.ts';
import { eventsFileOf, mayLackEvents, readEvents } from '../records/kept-events.ts';
import { mostPictureBytes, pictureFileOf, shownPictures } from '../records/kept-pictures.ts';
import { mostResultsBytes, parseResultsText, runFileOf } from '../records/read-history.ts';
import { ResultsFile, type Run } from '../records/result.ts';
import { runFile, storedText, tooLarge } from '../records/results-text.ts';
import { byStart, totalsOf } from '../records/run-facts.ts';
import { whileLocked } from './lock.ts';

/** Writes atomically. Throws UserError if the content does not match the schema. */
export function writeResultsFile(file: string, content: ResultsFile): void {
  writeAtomically(file, storedText(parseAs(file, ResultsFile, content)));
}

/**
 * Saves a run into `<resultsDir>/<sha>.json` beside the commit's other runs and returns that path. If the folder
 * `<resultsDir>/<sha>` exists, each run becomes a file in it, and the folder is returned. A run with the same id is
 * replaced. Its episodes are bounded, its totals are computed from them, and a model that answered nothing is left out.
 * The file does not depend on the order in which several processes save. An unreadable present file, or a result above
 * `mostBytes`, is an error and changes nothing.
 */
export async function saveRun(
  resultsDir: string,
  sha: string,
  commit: ResultsFile['commit'],
  run: Run,
  { mostBytes = mostResultsBytes }: { mostBytes?: number } = {},
): Promise<string> {
  const file = join(resultsDir, `${sha}.json`);
  const folder = join(resultsDir, sha);
  const episodes = run.episodes.map(boundedResult);
  const saved = withAnsweredModel<Run>({ ...run, episodes, totals: totalsOf(episodes) });
  makeFolder(resultsDir);
  return whileLocked(file, () => {
    const isSplit = existsSync(folder);
    const others = readIfThere(file)?.runs.filter(({ runId }) => runId !== run.runId) ?? [];
    const runs = [...others, saved].sort(byStart);
    const content = parseAs(file, ResultsFile, { schema: 'contract-bench.results.v2', sha, commit, runs });
    if (isSplit) {
      for (const each of content.runs) {
        const own = runFileOf(folder, each.runId);
        if (each.runId === run.runId || !existsSync(own)) writeAtomically(own, runFile(content, each));
      }
      rmSync(file, { force: true });
      return folder;
    }
    const text = storedText(content);
    const fault = tooLarge(file, Buffer.byteLength(text), mostBytes);
    if (fault !== null) throw new UserError(fault);
    writeAtomically(file, text);
    return file;
  });
}

function readIfThere(file: string): ResultsFile | null {
  try {
    closeSync(openSync(file, 'r'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  // If a process died while it moved the runs into a folder, both exist.
  return parseResultsText(file, readFileSync(file, 'utf8'));
}

/**
 * Stores the events of a run's episodes and sets the run's digest of them. For a gate's replay only episodes that did
 * not pass are stored, because the recording describes the others.
 */
export function keepEvents(resultsDir: string, run: Run, events: string): void {
  const lines = linesOf(resultsDir, run, events);
  const file = eventsFileOf(resultsDir, run.runId);
  delete run.eventsSha256;
  if (lines === '') {
    rmSync(file, { force: true });
    return;
  }
  run.eventsSha256 = sha256(lines);
  writeAtomically(file, gzipSync(lines, { level: 9 }));
}

/** Stores the answers of local weights in the episodes of a run. */
export function keepAnswers(resultsDir: string, { runId }: Run, attempts: readonly AttemptAnswers[]): void {
  const file = answersFileOf(resultsDir, runId);
  const text = answersText(attempts);
  if (text === '') rmSync(file, { force: true });
  else writeAtomically(file, gzipSync(text, { level: 9 }));
}

/** Stores the pictures of the shown episodes of a run, copied from the folder where the episodes wrote them. */
export function keepPictures(resultsDir: string, run: Run, events: string, folder: string): void {
  for (const digest of shownPictures(run, events)) {
    const from = join(folder, `${digest}.webp`);
    const to = pictureFileOf(resultsDir, digest);
    if (existsSync(to) || !existsSync(from)) continue;
    const content = readFileSync(from);
    // A picture written by an earlier version can be larger.
    if (content.length > mostPictureBytes) continue;
    writeAtomically(to, content);
  }
}

/**
 * The lines of each episode's last attempt, or of an earlier attempt if there are no others. Empty if any episode would
 * have none.
 */
function linesOf(resultsDir: string, run: Run, events: string): string {
  const now = lastAttempts(events);
  const kept = [...lastAttempts(earlierEvents(resultsDir, run))].filter(([key]) => !now.has(key));
  const lines = new Map([...kept, ...now]);
  const { config, episodes } = run;
  const own = episodes
    .filter(({ status }) => config.kind !== 'replay' || status !== 'passed')
    .map((each) => ({ each, lines: lines.get(`${each.taskId} ${each.trial}`) ?? [] }));
  if (own.some(({ each, lines }) => lines.length === 0 && !mayLackEvents(config, each))) return '';
  return own
    .flatMap((each) => each.lines)
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => `${line}\n`)
    .join('');
}

type PlacedLine = { at: number; line: string };

/** By episode; `at` is the line number in the text. */
function lastAttempts(events: string): Map<string, PlacedLine[]> {
  const attempts = new Map<string, PlacedLine[]>();
  for (const [at, line] of events.split('\n').entries()) {
    if (line === '') continue;
    const { taskId, trial, type }: { taskId: string; trial: number; type: string } = JSON.parse(line);
    const key = `${taskId} ${trial}`;
    const own = type === 'episode_start' ? undefined : attempts.get(key);
    if (own) own.push({ at, line });
    else attempts.set(key, [{ at, line }]);
  }
  return attempts;
}

/** The events stored before a run was resumed; empty if the file does not match the run's digest. */
function earlierEvents(resultsDir: string, run: Run): string {
  try {
    return readEvents(resultsDir, run) ?? '';
  } catch {
    return '';
  }
}
