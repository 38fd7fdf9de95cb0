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

/** What a row came to on one commit. `date` is the commit's, null where it is not known. */
export type HistoryPoint = {
  sha: string;
  date: string | null;
  runId: string;
  startedAt: string;
} & Joined<ReturnType<Measure['point']>>;

/** What is known of where a run came from that its file alone does not tell; null where nobody looked. */
export type Origin = {
  /** Whether a signed statement of the publishing workflow says that it wrote these numbers. */
  attested: boolean | null;
  /** Whether other recordings were replayed than those that the project has at the commit. */
  ownRecordings: boolean | null;
};

const unknownOrigin: Origin = { attested: null, ownRecordings: null };

/** From the best place that a row may have to the worst; null of what is no agent or model. */
type Ranked = { rank: number | null; rankTo: number | null };

/** One row of the leaderboard: the newest run of one adapter, model and server version that may stand. */
type Standing = Contender &
  Origin &
  Account &
  Ranked & {
    /** The same in every build as long as the comparability key and what is compared are the same. */
    id: string;
    sha: string;
    date: string | null;
    runId: string;
    startedAt: string;
    workers: number;
    /** Something else used the machine: such times are shown and not ranked. Null if the run did not record it. */
    contended: boolean | null;
    /** What that was, in words. */
    busy: string[];
    /** Whether the server ran in namespaces of its own; null where nobody looked. */
    confined: boolean | null;
    /** Attempts that were made again, over all episodes. Null if the run did not record them. */
    retries: number | null;
    /** Nothing of it is chance: its score has no interval. */
    deterministic: boolean;
    /** On tasks like these, of which the table's are a draw; null of a deterministic row that follows no rule. */
    population95: Interval | null;
    /** By task id. */
    outcomes: TaskOutcome[];
    /** The same row over the commits, oldest first, at most the last 1,000. */
    history: HistoryPoint[];
  } & Joined<ReturnType<Measure['row']>>;

/** Rows that may be set side by side: they share one comparability key. Nothing is ever compared across two. */
export type StandingGroup = {
  comparabilityKey: string;
  /** The key without the kind: groups with the same one played the same tasks, on the same pages, under the same limits and judge. */
  askedKey: string;
  kind: RunKind;
  suite: string;
  /** Servers that were given as command lines: nobody but their users knows what ran, so they stand apart. */
  custom: boolean;
  web: RunConfig['web'];
  trials: number;
  /** The seeds that were played; null where its suite has none. */
  worldSeeds: RunConfig['worldSeeds'];
  limits: RunConfig['limits'];
  judge: number;
  /** Of the first schema of results: no row of today goes on from it. */
  archived: boolean;
  /** A newer run of the same suite, web, trials, seeds and limits has other tasks, pages or another judge. */
  superseded: boolean;
  /** Rows closer than this share are not told apart; null where there are not two, or none is an agent or model. */
  resolution: number | null;
  /** In the order of the measures that order: best score first, then the shorter median duration where times count. This order is not a test; the ranks are. */
  rows: Standing[];
};

const historyLength = 1000;

/** Whether a run may be on the leaderboard: all of its suite was played, to the end, from a clean checkout. */
export function mayStand({ complete, config, environment }: Run): boolean {
  const isWhole = complete && config.partial === undefined && config.shard === undefined;
  return isWhole && !config.rehearsal && !environment.gitDirty;
}

/** What makes two runs points of one row's history. */
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
 * The leaderboard of a history given oldest commit first, as `readHistory` does. Newest groups first.
 * Keeps of each run only its point and when it had which machine, and of each row only its newest run, so that the history
 * may be longer than memory. `times` holds all runs of the history afterwards.
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
      // Set again at the end: a Map keeps the order of insertion, so the newest group comes last.
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

/** What is known of a row without the others of its table. */
type Alone = Omit<Standing, keyof Ranked | 'population95'>;

/** With what the whole table says of each row. */
function ranked(rows: readonly Alone[], kind: RunKind, hasSeeds: boolean): Standing[] {
  const ranks = isOfAgent(kind) ? ranksOf(rows) : null;
  const estimates = estimatesOf(rows, hasSeeds);
  return rows.flatMap((row, at) => {
    const estimate = estimates[at];
    const rank = ranks?.get(row.id) ?? { rank: null, rankTo: null };
    // A rule plays each task the same each time, and the tasks are still a draw. A solution is written for each task.
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

/** What does not count, or was not measured, comes after all that does. */
function differenceIn({ better, orders, reading }: Measure, a: Standing, b: Standing): number {
  const counted = (row: Standing) => (orders(row) ? reading(row).value : null);
  const [left, right] = [counted(a), counted(b)];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return better === 'more' ? right - left : left - right;
}

/** How often a task is passed in all of its `k` trials, and at least in one: the mean over the tasks. */
type PassK = { k: number; all: number; once: number };

/** What agents said of their episodes beside what the contracts did, over those that were judged and reported. */
type SelfReport = {
  reported: number;
  /** Said to have succeeded; and really passed, whatever was said. */
  claimed: number;
  passed: number;
  /** Said to have succeeded where the contract did not hold, and their share of those that reported. */
  falseSuccesses: number;
  falseSuccessRate: number | null;
};

/** What is known of the run behind a row, beside what is measured of each episode. */
export type Account = {
  agent: RunConfig['agent'];
  /** The name under which the model answered; null where nobody said one. */
  modelAnswered: string | null;
  price: RunConfig['price'];
  edition: number | null;
  promptSha256: string | null;
  counts: Counts;
  /** How many episodes ended so, of those that did not pass. */
  statuses: Partial<Record<Status, number>>;
  /** Null with one trial a task. */
  passK: PassK | null;
  /** Null where nobody reported. */
  selfReport: SelfReport | null;
  /** The mean over the episodes whose cost is known; null where none is. */
  usdPerTask: number | null;
  usdKnown: number;
  /** Episodes that may have cost more than was counted: a request was cut off. */
  usdLowerBounds: number;
  /** What a foreign agent says that it used, beside what the wire counted; null where no episode has both. */
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
  const told = episodes.filter(({ selfReport, status }) => selfReport !== null && isCharged(status));
  if (told.length === 0) return null;
  const falseSuccesses = told.filter(({ selfReport, success }) => selfReport && !success).length;
  return {
    reported: told.length,
    claimed: told.filter(({ selfReport }) => selfReport).length,
    passed: told.filter(({ success }) => success).length,
    falseSuccesses,
    falseSuccessRate: falseSuccesses / told.length,
  };
}
