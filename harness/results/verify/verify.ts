import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { judgeVersion } from '../../judge/judge-version.ts';
import { readCheckout } from '../../platform/git/checkout.ts';
import type { Project } from '../../platform/project.ts';
import { count } from '../../platform/words/count.ts';
import { nameLines } from '../../platform/words/name-lines.ts';
import type { Result, Run } from '../records/result.ts';
import { resultDifferences, show } from './differences.ts';
import {
  type FactsLine,
  parseObject,
  readSavedLines,
  readSavedRuns,
  type SavedLine,
  type SavedRun,
} from './read-saved.ts';
import { computedAgain } from './run-contradictions.ts';
import { serverContradictions } from './server-contradictions.ts';
import { type MakeTask, readTasksById } from './tasks-by-id.ts';
import { verifyArtifacts } from './verify-artifacts.ts';
import { compareCommitted, findCommitted, readCommitted } from './verify-committed.ts';
import { episodeName, verifyEpisode } from './verify-episode.ts';

export type VerifyOptions = {
  /** Whose tasks and results the run is held against. */
  project: Project;
  /** The `--out` folder of a run. */
  folder: string;
  /** The commit that the runs must be committed for; null: HEAD's are compared where they are there. */
  sha: string | null;
  /** The user's own tasks, instead of the suites. */
  tasks: string | null;
  makeTask?: MakeTask;
};

/**
 * Judges the saved facts of every run below an `--out` folder again, without a browser, and compares what was stored:
 * verdicts, statuses, totals, digests, and the run that is committed. All findings at once; `lines` say what was
 * verified and what was not, `verified` which runs. Throws `UserError` for a folder without a run and a run that is no JSON.
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
      `not verified: ${count(overwritten.length, 'run')} whose facts a later run has written over`,
      ...nameLines(overwritten),
    );
  return { lines: [summary, ...notes], findings, verified };
}

/** The later run whose run began `facts.jsonl` anew, so that nothing of this one is in it; null for the latest. */
function newerPlan(
  { raw }: SavedRun,
  saved: readonly SavedRun[],
  lines: readonly SavedLine<FactsLine>[],
): string | null {
  if (lines.some((line) => line.raw.runId === raw.runId)) return null;
  const newer = saved.filter((other) => String(other.raw.startedAt) > String(raw.startedAt));
  return newer[0]?.name ?? null;
}

/** What a run says of itself and its episodes do not bear out. */
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

/** The rows of `report.json` must say what the run says, where there is one of this run. */
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
    if (!row) return [say(`${episodeName(result)}: there is no row of it`)];
    const found = Object.fromEntries(reportedFields.map((field) => [field, row[field]]));
    const told = { ...result, lastTool: result.lastTool ?? null };
    const wanted = Object.fromEntries(reportedFields.map((field) => [field, told[field]]));
    return resultDifferences(found, wanted, result.verdict).map((each) =>
      say(`${episodeName(result)}: ${each.at}: ${show(each.found)}, the run has ${show(each.wanted)}`),
    );
  });
}

const reportedFields = [
  'status',
  'success',
  'steps',
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
