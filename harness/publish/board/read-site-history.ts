import { UserError } from '../../platform/errors/user-error.ts';
import { isCustom } from '../../results/records/custom-id.ts';
import {
  type OnFault,
  readableHistory,
  readHistory,
  resultsFileOf,
} from '../../results/records/read-history.ts';
import type { Result, ResultsFile, Run } from '../../results/records/result.ts';
import { contenderOf, passedWords, retriesOf } from '../../results/records/run-facts.ts';
import type { RunKind } from '../../results/records/run-identity.ts';
import type { Score } from '../../results/records/totals-shape.ts';
import {
  mayStand,
  type Origin,
  type StandingGroup,
  standingId,
  standingsOf,
} from '../../results/standings/standings.ts';
import { fileContradictions } from '../../results/verify/run-contradictions.ts';
import { compared } from './format.ts';
import type { Origins } from './open-origins.ts';
import { type Mark, marksOf } from './run-marks.ts';

/** What the list of runs shows of one. */
export type RunSummary = Pick<Run, 'runId' | 'suite' | 'complete' | 'startedAt'> & {
  kind: RunKind;
  label: string;
  dirty: boolean;
  partial: boolean;
  rehearsal: boolean;
  score: Score;
  /** How many were played. */
  episodes: number;
  /** Out of all that the suite has, with what was left out. */
  passed: string;
  errored: number;
  medianDurationMs: number | null;
  /** Events of its episodes were kept when it was saved; they may be gone. */
  hasEvents: boolean;
  marks: Mark[];
} & Pick<Origin, 'ownRecordings'>;

export type CommitSummary = { sha: string; date: string | null; subject: string; runs: RunSummary[] };

/** One episode in the history of a task. */
type OutcomePoint = Pick<Result, 'status' | 'durationMs' | 'trial'> & {
  sha: string;
  date: string | null;
  runId: string;
  startedAt: string;
  failed: string | null;
  /** Of a listed server, and with no other recordings than the project has. */
  isOfProject: boolean;
};

/** The outcomes of one task for one row of the leaderboard, oldest first. */
export type OutcomeStrip = {
  standingId: string;
  adapter: string;
  kind: RunKind;
  label: string;
  web: string;
  trials: number;
  points: OutcomePoint[];
};

export type SiteHistory = {
  /** Newest first. */
  commits: CommitSummary[];
  standings: StandingGroup[];
  outcomes: Map<string, OutcomeStrip[]>;
  /** Start of the newest run, in milliseconds; null without a run. */
  newestMs: number | null;
};

const stripLength = 200;

/**
 * Reads every results file once, and keeps of each what the lists, the leaderboard and the tasks' histories show. Throws
 * UserError where one is broken, contradicts itself, or is refused by `origins`; all such at once. With `onFault`
 * nothing is thrown: such a file is named and left out.
 */
export function readSiteHistory(
  folder: string,
  origins: Origins | null = null,
  onFault: OnFault | null = null,
): SiteHistory {
  const commits: CommitSummary[] = [];
  const strips = new Map<string, Map<string, OutcomeStrip>>();
  let newestMs: number | null = null;
  const faults: string[] = [...(origins?.gone ?? [])];
  const nameOf = ({ sha }: ResultsFile) => resultsFileOf(folder, sha);
  const originOf = (file: ResultsFile, run: Run): Origin =>
    origins?.originOf(file, run) ?? { attested: null, ownRecordings: null };

  function* collected(): Generator<ResultsFile> {
    for (const file of onFault ? readableHistory(folder, onFault) : readHistory(folder)) {
      const found = [...fileContradictions(file), ...(origins?.faultsOf(nameOf(file), file) ?? [])];
      faults.push(...found.map((fault) => `${nameOf(file)}: ${fault}`));
      if (onFault && found.length > 0) continue;
      commits.push(commitSummary(file, originOf));
      for (const run of file.runs) {
        newestMs = Math.max(newestMs ?? 0, Date.parse(run.startedAt));
        if (mayStand(run)) addOutcomes(strips, file, run, originOf(file, run));
      }
      yield file;
    }
  }

  const standings = standingsOf(collected(), originOf);
  if (onFault) faults.forEach(onFault);
  else if (faults.length > 0) throw new UserError(faults.join('\n'));
  const outcomes = new Map([...strips].map(([taskId, byRow]) => [taskId, [...byRow.values()].reverse()]));
  return { commits: commits.reverse(), standings, outcomes, newestMs };
}

function commitSummary(file: ResultsFile, originOf: (file: ResultsFile, run: Run) => Origin): CommitSummary {
  const { sha, commit, runs } = file;
  const summaries = runs.map((run) => runSummary(run, originOf(file, run)));
  return { sha, date: commit.date, subject: commit.subject ?? '', runs: summaries };
}

export function runSummary(run: Run, origin: Origin): RunSummary {
  const { runId, suite, complete, startedAt, config, environment, totals } = run;
  return {
    runId,
    suite,
    complete,
    startedAt,
    kind: config.kind,
    label: compared(contenderOf(config)),
    dirty: environment.gitDirty,
    partial: config.partial === true,
    rehearsal: config.rehearsal,
    score: totals.score,
    episodes: run.episodes.length,
    passed: passedWords(run),
    errored: totals.errored,
    medianDurationMs: totals.medianDurationMs,
    hasEvents: run.eventsSha256 !== undefined,
    ownRecordings: origin.ownRecordings,
    marks: marksOf({
      ...contenderOf(config),
      ...origin,
      confined: config.server.confined,
      retries: retriesOf(run.episodes),
    }),
  };
}

function addOutcomes(
  strips: Map<string, Map<string, OutcomeStrip>>,
  file: ResultsFile,
  run: Run,
  { ownRecordings }: Origin,
): void {
  const row = standingId(run);
  const isOfProject = !isCustom(run.config.server.id) && ownRecordings !== true;
  for (const { taskId, status, durationMs, trial, failedPostcondition } of run.episodes) {
    const byRow = strips.get(taskId) ?? new Map<string, OutcomeStrip>();
    strips.set(taskId, byRow);
    const strip = byRow.get(row) ?? {
      standingId: row,
      adapter: run.config.adapter,
      kind: run.config.kind,
      label: compared(contenderOf(run.config)),
      web: run.config.web,
      trials: run.config.trials,
      points: [],
    };
    // Set again at the end, so that the row that was played last comes first in the end.
    byRow.delete(row);
    byRow.set(row, strip);
    const failed = failedPostcondition?.name ?? null;
    strip.points.push({
      status,
      durationMs,
      trial,
      sha: file.sha,
      date: file.commit.date,
      runId: run.runId,
      startedAt: run.startedAt,
      failed,
      isOfProject,
    });
    if (strip.points.length > stripLength) strip.points.shift();
  }
}
