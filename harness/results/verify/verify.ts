import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { judgeVersion } from '../../judge/judge-version.ts';
import { sha256 } from '../../platform/digest.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readCheckout } from '../../platform/git/checkout.ts';
import type { Project } from '../../platform/project.ts';
import { count, nameLines } from '../../platform/words/format.ts';
import { readResultsFile, resultsFileOf, storedResults } from '../records/read-history.ts';
import type { Result, Run } from '../records/result.ts';
import { differences, resultDifferences, show } from './differences.ts';
import {
  type FactsLine,
  type MakeTask,
  parseObject,
  readSavedLines,
  readSavedRuns,
  readTasksById,
  type SavedLine,
  type SavedRun,
} from './read-saved.ts';
import { computedAgain, serverContradictions } from './run-contradictions.ts';
import { episodeName, verifyEpisode } from './verify-episode.ts';

export type VerifyOptions = {
  /** The project whose tasks and results the run is compared with. */
  project: Project;
  /** The `--out` folder of a run. */
  folder: string;
  /** The commit that must contain the runs; null: the results of HEAD are compared if they exist. */
  sha: string | null;
  /** The user's own tasks, instead of the suites. */
  tasks: string | null;
  makeTask?: MakeTask;
};

/**
 * Judges the saved facts of every run in an `--out` folder again, without a browser, and compares the stored data:
 * verdicts, statuses, totals, digests, and the committed run. Returns all findings; `lines` describe what was verified
 * and what was not, `verified` are the verified runs. Throws `UserError` for a folder without a run and for invalid
 * JSON.
 */
export async function verifyFolder(
  { project, folder, sha, ...which }: VerifyOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; findings: string[]; verified: Run[] }> {
  const saved = await readSavedRuns(folder);
  const tasks = await readTasksById(
    project,
    which,
    saved.flatMap(({ run }) => run?.episodes ?? []),
  );
  const lines = await readSavedLines(folder);
  const checkout = await readCheckout(project, sha, env);
  const committed = await readCommitted(project.results, checkout.sha);
  const findings: string[] = [...(committed?.findings ?? [])];
  const notes: string[] = [];
  const overwritten: string[] = [];
  const verified: Run[] = [];
  let clauses = 0;
  for (const each of saved) {
    const later = newerPlan(each, saved, lines.facts);
    if (later) {
      overwritten.push(each.name);
      continue;
    }
    findings.push(...each.faults.map((fault) => `${each.name}: ${fault}`));
    const theirs = committed && findCommitted(committed, each);
    if (committed && theirs) findings.push(...compareCommitted(committed.name, each, theirs));
    const missing = `run ${each.raw.runId} is not in ${committed?.name ?? 'results/'}`;
    if (!theirs && sha) findings.push(`results/${sha}.json: ${missing}`);
    if (!theirs && !sha) notes.push(`not compared: ${missing}`);
    const { run } = each;
    if (!run) continue;
    verified.push(run);
    findings.push(
      ...runFindings(each.name, run, lines.facts),
      ...(await verifyArtifacts(folder, each.name, run)),
      ...(await reportFindings(folder, run)),
    );
    for (const result of run.episodes) {
      const place = { folder, runFile: each.name, run, saved: lines };
      const episode = await verifyEpisode(place, result, tasks.get(result.taskId) ?? null);
      findings.push(...episode.findings);
      clauses += episode.clauses;
    }
  }
  const episodes = verified.flatMap((run) => run.episodes).length;
  const counts = [count(verified.length, 'run'), count(episodes, 'episode'), count(clauses, 'clause')].join(
    ', ',
  );
  const summary =
    findings.length === 0 ? `verified ${counts}` : `${count(findings.length, 'finding')} in ${counts}`;
  if (overwritten.length > 0)
    notes.push(
      `not verified: ${count(overwritten.length, 'run')}, because a later run has overwritten the facts`,
      ...nameLines(overwritten),
    );
  return { lines: [summary, ...notes], findings, verified };
}

/** The later run that overwrote `facts.jsonl`, so that it has no facts of this run; null for the latest run. */
function newerPlan(
  { raw }: SavedRun,
  saved: readonly SavedRun[],
  lines: readonly SavedLine<FactsLine>[],
): string | null {
  if (lines.some((line) => line.raw.runId === raw.runId)) return null;
  const newer = saved.filter((other) => String(other.raw.startedAt) > String(raw.startedAt));
  return newer[0]?.name ?? null;
}

/** Contradictions between a run and its episodes. */
function runFindings(file: string, run: Run, lines: readonly SavedLine<FactsLine>[]): string[] {
  const { episodes } = run;
  const say = (what: string) => `${file}: run ${run.runId}: ${what}`;
  const known = new Set(episodes.map(({ taskId, trial }) => `${taskId} ${trial}`));
  const stray = lines.filter(
    ({ raw }) => raw.runId === run.runId && !known.has(`${raw.taskId} ${raw.trial}`) && run.complete,
  );
  return [
    ...computedAgain(run, judgeVersion).map((each) =>
      say(`${each.at}: stored ${show(each.found)}, found again ${show(each.wanted)}`),
    ),
    ...serverContradictions(run).map(say),
    ...stray.map(
      ({ number, raw }) =>
        `facts.jsonl line ${number}: run ${run.runId}: ${raw.taskId}: facts of an episode that the run does not have`,
    ),
  ];
}

/** Compares the rows of `report.json` with the run, if the report is of this run. */
async function reportFindings(folder: string, run: Run): Promise<string[]> {
  const name = 'report.json';
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
  if (text === null) return [];
  const say = (what: string) => `${name}: run ${run.runId}: ${what}`;
  const parsed = parseObject(text);
  if ('why' in parsed) return [say(parsed.why)];
  const { suites, episodes } = parsed.value;
  const rows: Record<string, unknown>[] = Array.isArray(episodes) ? episodes : [];
  if (!Array.isArray(suites) || !suites.includes(run.suite)) return [];
  return run.episodes.flatMap((result) => {
    const row = rows.find(
      ({ suite, taskId, trial }) => suite === run.suite && taskId === result.taskId && trial === result.trial,
    );
    if (!row) return [say(`${episodeName(result)}: missing row`)];
    const found = Object.fromEntries(reportedFields.map((field) => [field, row[field]]));
    const reported = { ...result, lastTool: result.lastTool ?? null };
    const wanted = Object.fromEntries(reportedFields.map((field) => [field, reported[field]]));
    return resultDifferences(found, wanted, result.verdict).map((each) =>
      say(`${episodeName(result)}: ${each.at}: ${show(each.found)}, the run has ${show(each.wanted)}`),
    );
  });
}

const reportedFields = [
  'status',
  'success',
  'steps',
  'looks',
  'ownSteps',
  'toolCalls',
  'serverErrors',
  'finalUrl',
  'failedPostcondition',
  'verdict',
  'drift',
  'lastTool',
  'error',
  'lastServerError',
  'missedRequest',
] as const satisfies (keyof Result)[];

/** The raw results file of a commit, with unchecked runs. */
type CommittedFile = { name: string; runs: Record<string, unknown>[]; findings: string[] };

/** Null if it is missing. Faults of the file are findings. */
async function readCommitted(resultsFolder: string, sha: string | null): Promise<CommittedFile | null> {
  if (sha === null) return null;
  const file = resultsFileOf(resultsFolder, sha);
  const name = `${path.basename(resultsFolder)}/${path.basename(file)}`;
  if (!existsSync(file)) return null;
  const faults = faultsOf(file).map((fault) => fault.replace(file, name));
  // Invalid gzip has no text to compare.
  const text = faults.some((fault) => fault.includes('invalid gzip')) ? '' : storedResults(file);
  if (text === '') return { name, runs: [], findings: faults };
  const parsed = parseObject(text);
  if ('why' in parsed) return { name, runs: [], findings: [`${name}: ${parsed.why}`] };
  const { runs } = parsed.value;
  return {
    name,
    runs: Array.isArray(runs) ? runs.filter((run) => run !== null && typeof run === 'object') : [],
    findings: faults,
  };
}

/** The committed run with the same id, or else with the same suite and start; then its id is a finding. */
function findCommitted({ runs }: CommittedFile, { raw }: SavedRun): Record<string, unknown> | null {
  return (
    runs.find(({ runId }) => runId === raw.runId) ??
    runs.find(({ suite, startedAt }) => suite === raw.suite && startedAt === raw.startedAt) ??
    null
  );
}

/**
 * Compares the two runs field by field, episodes in order. Findings name the task, and the clause if the difference is
 * in one.
 */
function compareCommitted(file: string, { raw }: SavedRun, committed: Record<string, unknown>): string[] {
  const { episodes, ...head } = raw;
  const { episodes: committedEpisodes, ...committedHead } = committed;
  const say = (what: string) => `${file}: run ${raw.runId}: ${what}`;
  const inHead = differences(committedHead, head).map(({ at, found, wanted }) =>
    say(`${at}: committed ${show(found)}, the saved run has ${show(wanted)}`),
  );
  const mine = listOf<Result>(episodes);
  const theirs = listOf<unknown>(committedEpisodes);
  const inEpisodes = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index) => {
    const own = mine[index];
    const task = own ? episodeName(own) : `episode ${index + 1}`;
    return resultDifferences(theirs[index], own, own?.verdict ?? null).map(({ at, found, wanted }) =>
      say(`${task}: ${at ? `${at}: ` : ''}committed ${show(found)}, the saved run has ${show(wanted)}`),
    );
  });
  return [...inHead, ...inEpisodes.flat()];
}

function faultsOf(file: string): string[] {
  try {
    readResultsFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.split('\n');
  }
}

/** Treats a value that is not a list as an empty list, so that each episode of the other side is missing. */
function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}

const Manifest = z.strictObject({
  runId: z.string(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

/** Compares a run's manifest with `artifactsSha256`, and every file of it with its digest. */
async function verifyArtifacts(folder: string, runFile: string, run: Run): Promise<string[]> {
  const name = `${run.runId}.manifest.json`;
  const say = (file: string, what: string) => `${file}: run ${run.runId}: ${what}`;
  if (run.artifactsSha256 === null)
    return run.complete ? [say(runFile, 'artifactsSha256: null in a complete run')] : [];
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
  if (text === null) return [say(name, 'no such file')];
  const findings: string[] = [];
  if (sha256(text) !== run.artifactsSha256)
    findings.push(
      say(name, `the digest of the file is ${sha256(text)}, artifactsSha256 is ${run.artifactsSha256}`),
    );
  const manifest = Manifest.safeParse(jsonOrUndefined(text)).data;
  if (!manifest)
    return [...findings, say(name, 'not a manifest; expected {runId, files: [{path, bytes, sha256}]}')];
  for (const file of manifest.files) {
    const content = await readFile(path.join(folder, file.path)).catch(() => null);
    if (content === null) findings.push(say(file.path, 'no such file, although the manifest lists it'));
    else if (sha256(content) !== file.sha256)
      findings.push(
        say(file.path, `the digest of the file is ${sha256(content)}, the manifest has ${file.sha256}`),
      );
  }
  const named = new Set(manifest.files.map((file) => file.path));
  const unnamed = [
    'facts.jsonl',
    'trajectories.jsonl',
    ...run.episodes.map(({ artifacts }) => artifacts.report),
  ].filter((file) => !named.has(file));
  return [...findings, ...unnamed.map((file) => say(name, `${file} is not in the manifest`))];
}
