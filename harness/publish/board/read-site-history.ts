import { UserError } from '../../platform/errors/user-error.ts';
import { isCustom } from '../../results/records/custom-id.ts';
import {
  type OnFault,
  readableHistory,
  readHistory,
  resultsFileOf,
} from '../../results/records/read-history.ts';
import type { NotRun, Result, ResultsFile, Run, RunConfig } from '../../results/records/result.ts';
import {
  type Contender,
  contenderOf,
  extentOf,
  partWords,
  passedWords,
  retriesOf,
} from '../../results/records/run-facts.ts';
import type { RunKind } from '../../results/records/run-identity.ts';
import type { Score } from '../../results/records/totals-shape.ts';
import { MachineTimes } from '../../results/standings/machine-times.ts';
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
import { contendedMarks, type Mark, marksOf } from './run-marks.ts';

/** A run in the list of runs. */
export type RunSummary = Pick<Run, 'runId' | 'suite' | 'complete' | 'startedAt'> & {
  kind: RunKind;
  label: string;
  dirty: boolean;
  /** Why it covers only part of its suite; null for a whole run. */
  partial: string | null;
  rehearsal: boolean;
  score: Score;
  /** Number of played episodes. */
  episodes: number;
  /** Out of all tasks of the suite, with what was left out. */
  passed: string;
  errored: number;
  medianDurationMs: number | null;
  /** Whether the run had its machine to itself, as far as known; then its times are comparable with others. */
  isTimed: boolean;
  /** Whether events were kept when the run was saved; they may be gone now. */
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
  /** Whether its server is listed, and its recordings are the project's. */
  isOfProject: boolean;
};

/** The outcomes of one task for one row of the leaderboard, oldest first. */
export type OutcomeStrip = {
  standingId: string;
  adapter: string;
  kind: RunKind;
  label: string;
  web: RunConfig['web'];
  trials: number;
  points: OutcomePoint[];
};

/**
 * A run that would be a row if its server could do all tasks, or if all tasks had a reference solution. It is shown beside the
 * rows with the same inputs, without a rank.
 */
export type LimitedRun = Contender &
  Pick<Run, 'runId' | 'suite' | 'startedAt'> &
  Pick<RunConfig, 'kind' | 'web' | 'trials' | 'worldSeeds' | 'edition' | 'judge'> & {
    sha: string;
    passed: number;
    /** Number of all tasks of the suite. */
    total: number;
    /** Ids of the tasks that the server cannot do. */
    cannot: string[];
    /** Ids of the tasks without a reference solution. */
    unsolved: string[];
  };

export type SiteHistory = {
  /** Newest first. */
  commits: CommitSummary[];
  standings: StandingGroup[];
  outcomes: Map<string, OutcomeStrip[]>;
  /** The newest for each suite, agent and server. */
  limited: LimitedRun[];
  /** Start of the newest run, in milliseconds; null without a run. */
  newestMs: number | null;
};

const stripLength = 200;

/**
 * Reads every results file once, and keeps the data of the lists, the leaderboard and the tasks' histories. Throws one
 * UserError for all files that are broken, contradict themselves or are rejected by `origins`. With `onFault` nothing is
 * thrown: such a file is reported and left out.
 */
export function readSiteHistory(
  folder: string,
  origins: Origins | null = null,
  onFault: OnFault | null = null,
): SiteHistory {
  const commits: CommitSummary[] = [];
  const strips = new Map<string, Map<string, OutcomeStrip>>();
  const limited = new Map<string, LimitedRun>();
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
        const less = limitedRun(file.sha, run);
        if (less) limited.set(JSON.stringify([less.suite, less.adapter, less.model, less.server]), less);
        if (mayStand(run)) addOutcomes(strips, file, run, originOf(file, run));
      }
      yield file;
    }
  }

  const times = new MachineTimes();
  const standings = standingsOf(collected(), originOf, times);
  for (const { runs } of commits)
    for (const run of runs) {
      const busy = times.busyOf(run);
      run.marks.push(...contendedMarks(busy));
      run.isTimed &&= busy.length === 0;
    }
  if (onFault) faults.forEach(onFault);
  else if (faults.length > 0) throw new UserError(faults.join('\n'));
  const outcomes = new Map([...strips].map(([taskId, byRow]) => [taskId, [...byRow.values()].reverse()]));
  return { commits: commits.reverse(), standings, outcomes, limited: [...limited.values()], newestMs };
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
    partial: partWords(run),
    rehearsal: config.rehearsal,
    score: totals.score,
    episodes: run.episodes.length,
    passed: passedWords(run),
    errored: totals.errored,
    medianDurationMs: totals.medianDurationMs,
    isTimed: config.workers === 1,
    hasEvents: run.eventsSha256 !== undefined,
    ownRecordings: origin.ownRecordings,
    marks: marksOf({
      ...contenderOf(config),
      ...origin,
      confined: config.server.confined,
      retries: retriesOf(run),
    }),
  };
}

function limitedRun(sha: string, run: Run): LimitedRun | null {
  const { runId, suite, startedAt, config, notRun = [], totals } = run;
  const { partial, ...whole } = config;
  const isLess =
    partial &&
    notRun.length > 0 &&
    notRun.every(({ why }) => why === 'cannot' || (why === 'no_recording' && config.kind === 'oracle'));
  if (!isLess || !mayStand({ ...run, config: whole })) return null;
  const { kind, web, trials, worldSeeds, edition, judge } = config;
  const idsOf = (cause: NotRun['why']) =>
    notRun.flatMap(({ taskId, why }) => (why === cause ? [taskId] : []));
  return {
    ...contenderOf(config),
    ...{ runId, suite, startedAt, kind, web, trials, worldSeeds, edition, judge, sha },
    passed: totals.passed,
    total: totals.episodes + extentOf(run).leftOut,
    cannot: idsOf('cannot'),
    unsolved: idsOf('no_recording'),
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
    // Set again at the end, so that the newest row comes first after reversing.
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
