import { digest } from '../../platform/digest.ts';
import { type Joined, joined, rounded } from '../measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../measures/index.ts';
import { comparabilityKey as keyOfAll, withAnsweredModel } from '../records/comparability-key.ts';
import { isCustom } from '../records/custom-id.ts';
import type { Result, ResultsFile, Run, RunConfig } from '../records/result.ts';
import {
  byStart,
  type Contender,
  type Counts,
  contenderOf,
  countsOf,
  isDeterministic,
  isOfAgent,
  outcomesOf,
  retriesOf,
  type TaskOutcome,
  type TokensClaimed,
  tokensClaimedIn,
} from '../records/run-facts.ts';
import type { RunKind } from '../records/run-identity.ts';
import { isCharged, type Status } from '../records/statuses.ts';
import type { Interval } from '../statistics/statistics.ts';
import { passAtK, passHatK } from '../statistics/statistics.ts';
import { estimatesOf, ranksOf } from './estimates.ts';
import { MachineTimes } from './machine-times.ts';
import { resolutionOf } from './relation.ts';

/** The values of a row at one commit. `date` is the commit's date; null if unknown. */
export type HistoryPoint = {
  sha: string;
  date: string | null;
  runId: string;
  startedAt: string;
} & Joined<ReturnType<Measure['point']>>;

/** Facts about the origin of a run that its file does not contain; null if not checked. */
export type Origin = {
  /** Whether a signed attestation confirms that the publishing workflow wrote these numbers. */
  attested: boolean | null;
  /** Whether the run replayed recordings other than those in the project at the commit. */
  ownRecordings: boolean | null;
};

const unknownOrigin: Origin = { attested: null, ownRecordings: null };

/** The best and the worst rank that a row may have; null if it is not an agent or a model. */
type Ranked = { rank: number | null; rankTo: number | null };

/** One row of the leaderboard: the newest eligible run of one adapter, model and server version. */
type Standing = Contender &
  Origin &
  Account &
  Ranked & {
    /** Stable in every build while the comparability key and the compared things stay the same. */
    id: string;
    sha: string;
    date: string | null;
    runId: string;
    startedAt: string;
    workers: number;
    /** Other load on the machine, so its times are shown but not ranked. Null if the run did not record it. */
    contended: boolean | null;
    /** The other load, as text. */
    busy: string[];
    /** Whether the server was sandboxed (ran in namespaces of its own); null if not recorded. */
    confined: boolean | null;
    /** Repeated attempts, over all episodes. Null if the run did not record them. */
    retries: number | null;
    /** The run is deterministic, so its score has no interval. */
    deterministic: boolean;
    /**
     * For tasks like these: the tasks of the table are a random sample. Null for a deterministic row that follows no
     * rule.
     */
    population95: Interval | null;
    /** By task id. */
    outcomes: TaskOutcome[];
    /** The row at each commit, oldest first, at most the last 1,000. */
    history: HistoryPoint[];
  } & Joined<ReturnType<Measure['row']>>;

/** Rows that may be compared because they share one comparability key. Rows of two groups are never compared. */
export type StandingGroup = {
  comparabilityKey: string;
  /**
   * The key without the kind. Groups with the same `askedKey` played the same tasks on the same pages, with the same
   * limits and judge.
   */
  askedKey: string;
  kind: RunKind;
  suite: string;
  /** Servers given as command lines have groups of their own, because only their users know what ran. */
  custom: boolean;
  web: RunConfig['web'];
  trials: number;
  /** The seeds that were played; null if the suite has none. */
  worldSeeds: RunConfig['worldSeeds'];
  limits: RunConfig['limits'];
  judge: number;
  /** Results of the first schema; no current row continues it. */
  archived: boolean;
  /**
   * An outdated group: a newer run of the same suite, web, trials, seeds and limits has other tasks, pages or another
   * judge.
   */
  superseded: boolean;
  /**
   * Differences below this share are not significant; null if there are fewer than two rows, or if they are not agents
   * or models.
   */
  resolution: number | null;
  /**
   * Sorted by the ordering measures: best score first, then the shorter median duration if times count. The order is
   * not a test; the ranks are.
   */
  rows: Standing[];
};

const historyLength = 1000;

/** Whether a run may be on the leaderboard: it played the whole suite to the end, from a clean checkout. */
export function mayStand({ complete, config, environment }: Run): boolean {
  const isWhole = complete && config.partial === undefined && config.shard === undefined;
  return isWhole && !config.rehearsal && !environment.gitDirty;
}

/** The id of a run's row. Runs with the same id are points of one row's history. */
export function standingId({ config }: Run): string {
  const { adapter, agent, model, endpoint, server } = contenderOf(config);
  const { comparabilityKey } = config;
  const compared = { comparabilityKey, adapter, model, server: server.id, version: server.version };
  const more = {
    ...(agent.door === 'none' ? {} : { agent: agent.version, door: agent.door }),
    ...(agent.sha256 ? { program: agent.sha256 } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(server.package ? { package: server.package } : {}),
  };
  return digest({ ...compared, ...more }).slice(0, 16);
}

/**
 * The leaderboard of a history, newest groups first. The history must be in the order of `readHistory`, oldest commit
 * first. Keeps only the point and the machine time of each run and the newest run of each row, so the history may be
 * larger than memory. Afterwards `times` contains all runs of the history.
 */
export function standingsOf(
  history: Iterable<ResultsFile>,
  originOf: (file: ResultsFile, run: Run) => Origin = () => unknownOrigin,
  times = new MachineTimes(),
): StandingGroup[] {
  const groups = new Map<string, { newest: Run; rows: Map<string, Newest> }>();
  for (const file of history) {
    for (const run of file.runs) times.add(run);
    for (const run of file.runs.map(withAnsweredModel).filter(mayStand).sort(byStart)) {
      const { custom, comparabilityKey } = groupOf(run);
      const key = `${comparabilityKey} ${custom}`;
      const { rows } = groups.get(key) ?? { rows: new Map<string, Newest>() };
      // Inserted again because a Map keeps the order of insertion, so the newest group comes last.
      groups.delete(key);
      groups.set(key, { newest: run, rows });
      addRun(rows, run, file, originOf(file, run));
    }
  }
  const rounds = new Set<string>();
  return [...groups.values()].reverse().map(({ newest, rows }) => {
    const group = groupOf(newest);
    const { kind, suite, custom, web, trials, worldSeeds, limits, archived } = group;
    const round = digest({ kind, suite, custom, web, trials, worldSeeds, limits });
    const superseded = archived || rounds.has(round);
    rounds.add(round);
    const standings = [...rows].map(([id, row]) => standing(id, row, times.busyOf(row.run)));
    const resolution = isOfAgent(kind) ? resolutionOf(standings.map(({ outcomes }) => outcomes)) : null;
    return {
      ...group,
      superseded,
      resolution,
      rows: ranked(standings, kind, worldSeeds !== null).sort(byMeasures),
    };
  });
}

/** The newest run of a row, and the points of all. */
type Newest = { run: Run; sha: string; date: string | null; origin: Origin; history: HistoryPoint[] };

function addRun(
  rows: Map<string, Newest>,
  run: Run,
  { sha, commit: { date } }: ResultsFile,
  origin: Origin,
): void {
  const id = standingId(run);
  const history = rows.get(id)?.history ?? [];
  const { runId, startedAt, episodes } = run;
  history.push({ sha, date, runId, startedAt, ...joined(measures.map(({ point }) => point(episodes))) });
  if (history.length > historyLength) history.shift();
  rows.set(id, { run, sha, date, origin, history });
}

/** The fields of a row that do not depend on the other rows of its table. */
type Alone = Omit<Standing, keyof Ranked | 'population95'>;

/** Adds the fields that depend on the whole table. */
function ranked(rows: readonly Alone[], kind: RunKind, hasSeeds: boolean): Standing[] {
  const ranks = isOfAgent(kind) ? ranksOf(rows) : null;
  const estimates = estimatesOf(rows, hasSeeds);
  return rows.flatMap((row, at) => {
    const estimate = estimates[at];
    const rank = ranks?.get(row.id) ?? { rank: null, rankTo: null };
    // A rule plays each task the same way every time, but the tasks are still a random sample. A reference
    // solution is written for its task.
    const draw = kind === 'baseline' ? {} : { population95: null };
    const sure = row.deterministic && { score: { ...row.score, wilson95: null }, ...draw };
    return estimate ? [{ ...row, ...rank, ...estimate, ...sure }] : [];
  });
}

function standing(id: string, { run, sha, date, origin, history }: Newest, busy: string[]): Alone {
  const { config, runId, startedAt, episodes } = run;
  return {
    id,
    ...contenderOf(config),
    ...origin,
    ...accountOf(run),
    sha,
    date,
    runId,
    startedAt,
    workers: config.workers,
    contended: busy.length > 0 || (run.noise ? false : (run.environment.contended ?? null)),
    busy,
    confined: config.server.confined,
    retries: retriesOf(run),
    deterministic: isDeterministic(run),
    ...joined(measures.map((measure) => measure.row(episodes, config.trials))),
    outcomes: outcomesOf(run),
    history,
  };
}

function groupOf({ suite, config }: Run): Omit<StandingGroup, 'superseded' | 'resolution' | 'rows'> {
  const { comparabilityKey, kind, web, trials, worldSeeds, limits, judge, keyVersion } = config;
  const custom = isCustom(config.server.id);
  const askedKey = keyOfAll(suite, { ...config, kind: 'replay' });
  const archived = keyVersion === 1;
  return {
    comparabilityKey,
    askedKey,
    kind,
    suite,
    custom,
    web,
    trials,
    worldSeeds,
    limits,
    judge,
    archived,
  };
}

function byMeasures(a: Standing, b: Standing): number {
  for (const measure of measures) {
    const difference = differenceIn(measure, a, b);
    if (difference !== 0) return difference;
  }
  return a.id < b.id ? -1 : 1;
}

/** Rows whose value does not count, or was not measured, come last. */
function differenceIn({ better, orders, reading }: Measure, a: Standing, b: Standing): number {
  const counted = (row: Standing) => (orders(row) ? reading(row).value : null);
  const [left, right] = [counted(a), counted(b)];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return better === 'more' ? right - left : left - right;
}

/**
 * pass^k and pass@k: the chance that all of `k` trials of a task pass (`all`), or at least one (`once`); means over the
 * tasks.
 */
type PassK = { k: number; all: number; once: number };

/** Self-reports of agents compared with the verdicts, over the episodes that have both. */
type SelfReport = {
  reported: number;
  /** Episodes reported as a success. `passed`: episodes that passed, whatever was reported. */
  claimed: number;
  passed: number;
  /** Episodes reported as a success that did not pass; the rate is their share of the reported episodes. */
  falseSuccesses: number;
  falseSuccessRate: number | null;
};

/** Facts about the run behind a row, beside the measures of its episodes. */
export type Account = {
  agent: RunConfig['agent'];
  /** The model name that the API reported; null if it reported none. */
  modelAnswered: string | null;
  price: RunConfig['price'];
  edition: number | null;
  promptSha256: string | null;
  counts: Counts;
  /** The number of episodes with each status, without the passed ones. */
  statuses: Partial<Record<Status, number>>;
  /** Null with one trial per task. */
  passK: PassK | null;
  /** Null if there are no self-reports. */
  selfReport: SelfReport | null;
  /** The mean over the episodes whose cost is known; null if no cost is known. */
  usdPerTask: number | null;
  usdKnown: number;
  /** Episodes that may have cost more than was counted, because a request was cut off. */
  usdLowerBounds: number;
  /** The tokens that a third-party agent claims, and those counted on the wire; null if no episode has both. */
  tokensClaimed: TokensClaimed | null;
};

export function accountOf({ config, episodes }: Pick<Run, 'config' | 'episodes'>): Account {
  const { agent, model, price, edition, promptSha256, trials } = config;
  const paid = episodes.flatMap(({ usd }) => usd ?? []);
  return {
    agent,
    modelAnswered: model?.answered ?? null,
    price,
    edition,
    promptSha256,
    counts: countsOf(episodes),
    statuses: statusesOf(episodes),
    passK: passKOf(episodes, trials),
    selfReport: selfReportOf(episodes),
    usdPerTask: paid.length === 0 ? null : rounded(paid.reduce((sum, usd) => sum + usd, 0) / paid.length),
    usdKnown: paid.length,
    usdLowerBounds: episodes.filter(({ costIsLowerBound }) => costIsLowerBound).length,
    tokensClaimed: tokensClaimedIn(episodes),
  };
}

function statusesOf(episodes: readonly Result[]): Partial<Record<Status, number>> {
  const missed = Map.groupBy(
    episodes.filter(({ success }) => !success),
    ({ status }) => status,
  );
  const counted = [...missed].map(([status, each]) => [status, each.length] as const);
  return Object.fromEntries(counted.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

function passKOf(episodes: readonly Result[], k: number): PassK | null {
  const tasks = outcomesOf({ episodes: [...episodes] });
  if (k === 1 || tasks.length === 0 || tasks.some(({ total }) => total < k)) return null;
  const mean = (chance: typeof passAtK) =>
    tasks.reduce((sum, { passed, total }) => sum + chance(total, passed, k), 0) / tasks.length;
  return { k, all: mean(passHatK), once: mean(passAtK) };
}

function selfReportOf(episodes: readonly Result[]): SelfReport | null {
  const reported = episodes.filter(({ selfReport, status }) => selfReport !== null && isCharged(status));
  if (reported.length === 0) return null;
  const falseSuccesses = reported.filter(({ selfReport, success }) => selfReport && !success).length;
  return {
    reported: reported.length,
    claimed: reported.filter(({ selfReport }) => selfReport).length,
    passed: reported.filter(({ success }) => success).length,
    falseSuccesses,
    falseSuccessRate: falseSuccesses / reported.length,
  };
}
