import { rounded } from '../measures/aggregate/rounded.ts';
import type { Result, Run, RunConfig } from '../records/result.ts';
import { type Status, statuses } from '../records/statuses.ts';
import { outcomesOf } from '../records/task-outcomes.ts';
import { type TokensClaimed, tokensClaimedIn } from '../records/tokens-claimed.ts';
import { passAtK, passHatK } from '../statistics/statistics.ts';

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
  /** Of all episodes; an errored one was lost to us, and is not passed. */
  counts: { episodes: number; passed: number; failed: number; errored: number };
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
  const passed = episodes.filter(({ success }) => success).length;
  const errored = episodes.filter(({ status }) => !statuses[status].charged).length;
  return {
    agent,
    modelAnswered: model?.answered ?? null,
    price,
    edition,
    promptSha256,
    counts: { episodes: episodes.length, passed, failed: episodes.length - passed - errored, errored },
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
  const told = episodes.filter(({ selfReport, status }) => selfReport !== null && statuses[status].charged);
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
