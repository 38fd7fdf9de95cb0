import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { parseAs } from '../../platform/errors/json.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import { boundedResult } from '../records/bounded-result.ts';
import { withAnsweredModel } from '../records/comparability-key.ts';
import { eventsFileOf, mayLackEvents, readEvents } from '../records/kept-events.ts';
import { mostPictureBytes, pictureFileOf, shownPictures } from '../records/kept-pictures.ts';
import { readResultsFile } from '../records/read-history.ts';
import { ResultsFile, type Run } from '../records/result.ts';
import { byStart, totalsOf } from '../records/run-facts.ts';
import { whileLocked } from './lock.ts';

/**
 * Writes atomically. One episode a line, of a file over 600 KB one run; keys in the order of the schema. Throws UserError where the content breaks the schema.
 */
export function writeResultsFile(file: string, content: ResultsFile): void {
  const checked = parseAs(file, ResultsFile, content);
  const text = resultsText(checked);
  writeAtomically(file, Buffer.byteLength(text) > maxReadableBytes ? denseText(checked) : text);
}

/**
 * Saves a run into `<resultsDir>/<sha>.json` beside the commit's other runs and returns that path. A run of the same
 * id is replaced. Its episodes are bounded, its totals are made those of the episodes, and a model that answered
 * nothing is left out. The order in which several
 * processes save does not show in the file. A present file that cannot be read is an error and stays as it is.
 */
export async function saveRun(
  resultsDir: string,
  sha: string,
  commit: ResultsFile['commit'],
  run: Run,
): Promise<string> {
  const file = join(resultsDir, `${sha}.json`);
  const episodes = run.episodes.map(boundedResult);
  const saved = withAnsweredModel<Run>({ ...run, episodes, totals: totalsOf(episodes) });
  makeFolder(resultsDir);
  await whileLocked(file, () => {
    const others = readIfThere(file)?.runs.filter(({ runId }) => runId !== run.runId) ?? [];
    const runs = [...others, saved].sort(byStart);
    writeResultsFile(file, { schema: 'contract-bench.results.v2', sha, commit, runs });
  });
  return file;
}

function readIfThere(file: string): ResultsFile | null {
  try {
    closeSync(openSync(file, 'r'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return readResultsFile(file);
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

/**
 * Keeps what happened in the episodes of a run, of a gate's replay in those that did not pass: of the others the
 * recording tells it. Sets the run's digest of them.
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

/** Keeps the pictures of the shown episodes of a run, out of the folder where its episodes left them. */
export function keepPictures(resultsDir: string, run: Run, events: string, folder: string): void {
  for (const digest of shownPictures(run, events)) {
    const from = join(folder, `${digest}.webp`);
    const to = pictureFileOf(resultsDir, digest);
    if (existsSync(to) || !existsSync(from)) continue;
    const content = readFileSync(from);
    // One that was left by an earlier version can be larger.
    if (content.length > mostPictureBytes) continue;
    writeAtomically(to, content);
  }
}

/**
 * Of each episode the lines of its last attempt, those of an earlier try where there are no others; none at all if an
 * episode would have none.
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

/** By episode; `at` is the place in the text. */
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

/** What was kept of a run before it went on; nothing of a file that is not what the run names. */
function earlierEvents(resultsDir: string, run: Run): string {
  try {
    return readEvents(resultsDir, run) ?? '';
  } catch {
    return '';
  }
}
