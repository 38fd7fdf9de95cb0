import { type Extent, joined } from '../measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../measures/index.ts';
import { median } from '../statistics/statistics.ts';
import type { LocalModel } from './local-model.ts';
import type { Result, Run, RunConfig, Totals } from './result.ts';
import type { RunKind } from './run-identity.ts';
import { isCharged } from './statuses.ts';

/** Whether the run replayed recordings. Scripts and controls do not. */
export function isReplay({ adapter }: Pick<RunConfig, 'adapter'>): boolean {
  return adapter === 'replay';
}

/** Whether a model or an agent decided the calls. Passes of a replay or a rule are not a score. */
export function isOfAgent(kind: RunKind | 'script'): boolean {
  return kind === 'model' || kind === 'agent';
}

/** Whether a run is deterministic: its calls follow rules, and all trials of each task had the same outcome. */
export function isDeterministic({
  config,
  episodes,
}: {
  config: Pick<RunConfig, 'kind' | 'adapter'>;
  episodes: readonly Result[];
}): boolean {
  // `random` is the only baseline that draws its calls.
  const isDrawn = isOfAgent(config.kind) || config.adapter === 'random';
  return (
    !isDrawn &&
    outcomesOf({ episodes: [...episodes] }).every(({ passed, total }) => passed === 0 || passed === total)
  );
}

/** Orders runs oldest first; at equal start the smaller id comes first. */
export function byStart(a: Run, b: Run): number {
  return Date.parse(a.startedAt) - Date.parse(b.startedAt) || (a.runId < b.runId ? -1 : 1);
}

/** The outcome of a task in one run, over its trials. */
export type TaskOutcome = { taskId: string; passed: number; total: number };

/** Each task's passes over its trials, by task id. */
export function outcomesOf({ episodes }: Pick<Run, 'episodes'>): TaskOutcome[] {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId)]
    .map(([taskId, trials]) => ({
      taskId,
      passed: trials.filter(({ success }) => success).length,
      total: trials.length,
    }))
    .sort((a, b) => (a.taskId < b.taskId ? -1 : 1));
}

/** The number of repeated attempts over all episodes; null for a run of the first schema, which did not record them. */
export function retriesOf({
  config,
  episodes,
}: {
  config: Pick<RunConfig, 'keyVersion'>;
  episodes: readonly Pick<Result, 'retries'>[];
}): number | null {
  return config.keyVersion === 1 ? null : episodes.reduce((sum, { retries }) => sum + retries, 0);
}

/** False if any part was not sandboxed; null if no part recorded it. */
export function leastConfined(servers: readonly { confined: boolean | null }[]): boolean | null {
  const known = servers.map(({ confined }) => confined).filter((confined) => confined !== null);
  return known.length === 0 ? null : !known.includes(false);
}

type Counted = Pick<Run, 'complete' | 'notRun' | 'totals'> & {
  config: Pick<Run['config'], 'trials' | 'partial'>;
};

/**
 * The passed episodes out of all episodes of the suite; left-out episodes stay in the denominator and are listed: `2 /
 * 10 (7 not run, 1 left out for the server)`.
 */
export function passedWords(run: Counted): string {
  const { leftOut, words } = extentOf(run);
  return `${run.totals.passed} / ${run.totals.episodes + leftOut}${words ? ` (${words})` : ''}`;
}

/** The part of its suite that a run covers. */
export function extentOf({ complete, notRun = [], config }: Counted): Extent {
  const cannot = notRun.filter(({ why }) => why === 'cannot').length * config.trials;
  const other = notRun.length * config.trials - cannot;
  const words = [
    ...(other > 0 ? [`${other} not run`] : []),
    ...(cannot > 0 ? [`${cannot} left out for the server`] : []),
    // The number of left-out episodes was not recorded.
    ...(config.partial && notRun.length === 0 ? ['part of the suite'] : []),
    ...(complete ? [] : ['not complete']),
  ];
  return { isWhole: complete && !config.partial, leftOut: other + cannot, words: words.join(', ') };
}

/** Why a run covers only part of its suite, as text; null if it covers all of it. */
export function partWords({ notRun = [], config }: Pick<Counted, 'notRun' | 'config'>): string | null {
  if (!config.partial) return null;
  const causes = new Set(notRun.map(({ why }) => why));
  const sentences = [
    ...(causes.size === 0 || causes.has('not_asked') ? ['Only some tasks of the suite were asked for'] : []),
    ...(causes.has('cannot') ? ['Some tasks of the suite were left out for the server'] : []),
    ...(causes.has('no_recording') ? ['Some tasks of the suite have no recording'] : []),
  ];
  return sentences.join('. ');
}

/** Tokens of all kinds, in and out, over the episodes in which both are known. */
export type TokensClaimed = { episodes: number; claimed: number; counted: number };

/** The tokens that an agent claims and those that the model proxy counted; null if no episode has both. */
export function tokensClaimedIn(
  episodes: readonly Pick<Result, 'tokens' | 'claimedTokens'>[],
): TokensClaimed | null {
  const both = episodes.flatMap(({ tokens, claimedTokens }) =>
    tokens && claimedTokens ? [{ counted: allOf(tokens), claimed: allOf(claimedTokens) }] : [],
  );
  if (both.length === 0) return null;
  const sum = (of: 'claimed' | 'counted') => both.reduce((total, each) => total + each[of], 0);
  return { episodes: both.length, claimed: sum('claimed'), counted: sum('counted') };
}

function allOf({ input, output, cacheRead, cacheWrite }: NonNullable<Result['tokens']>): number {
  return input + output + cacheRead + cacheWrite;
}

/** The overhead of an agent: median times per episode in ms, and its requests to the model. */
export type AgentOverhead = {
  /** Time until its calls came: start, its own work, its model. */
  ownMs: number;
  durationMs: number;
  /** Null if no request to a model was counted. */
  model: { requestsAnEpisode: number; inputTokensARequest: number } | null;
};

/** Null without episodes. */
export function agentOverheadOf(
  episodes: readonly Pick<Result, 'phases' | 'durationMs' | 'requests' | 'tokens'>[],
): AgentOverhead | null {
  const ownMs = median(episodes.map(({ phases }) => phases.adapter));
  const durationMs = median(episodes.map((each) => each.durationMs));
  if (ownMs === null || durationMs === null) return null;
  const asked = episodes.flatMap(({ requests, tokens }) =>
    requests && tokens ? [{ requests, tokens }] : [],
  );
  const requests = asked.reduce((sum, each) => sum + each.requests, 0);
  const input = asked.reduce(
    (sum, { tokens }) => sum + tokens.input + tokens.cacheRead + tokens.cacheWrite,
    0,
  );
  return {
    ownMs,
    durationMs,
    model:
      requests === 0
        ? null
        : { requestsAnEpisode: requests / asked.length, inputTokensARequest: input / requests },
  };
}

/** Counts over all episodes. An errored episode ended in an infrastructure error and did not pass. */
export type Counts = { episodes: number; passed: number; failed: number; errored: number };

export function countsOf(results: readonly Pick<Result, 'status' | 'success'>[]): Counts {
  const passed = results.filter(({ success }) => success).length;
  const errored = results.filter(({ status }) => !isCharged(status)).length;
  return { episodes: results.length, passed, failed: results.length - passed - errored, errored };
}

/** The totals of a run's episodes. Every episode counts in the denominator and in the medians, whatever its status. */
export function totalsOf(results: readonly Result[]): Totals {
  return {
    ...countsOf(results),
    ...joined<ReturnType<Measure['totals']>>(measures.map(({ totals }) => totals(results))),
  };
}

/** The weights of a row: how they are quantised, and their files in order by their base names. */
type OpenWeights = { quantisation: string; files: { name: string; sha256: string; bytes: number }[] };

/** What a row of the leaderboard compares: the agent or model that decided the calls, and the server. */
export type Contender = {
  adapter: string;
  agent: RunConfig['agent'];
  model: string | null;
  /**
   * Who answered in place of the model's vendor: the id of a listed host, `private` or `loopback`; null if the vendor
   * answered.
   */
  endpoint: string | null;
  /** The weights that the harness computed; null if a service answered, or without a model. */
  weights: OpenWeights | null;
  server: { id: string; package: string | null; version: string };
};

export function contenderOf({
  adapter,
  agent,
  model,
  server: { id, package: name, version },
}: RunConfig): Contender {
  // Local weights are named by their digest, so they need no address.
  const isNamed = model === null || model.endpoint === 'vendor' || model.endpoint === 'local';
  const endpoint = isNamed ? null : (model.endpoint === 'host' && model.host) || model.endpoint;
  const weights = model?.local ? openWeightsOf(model.local) : null;
  return {
    ...{ adapter, agent, model: model?.asked ?? null, endpoint, weights },
    server: { id, package: name, version },
  };
}

/** Without fields of a newer version. */
function openWeightsOf({ quantisation, weights }: LocalModel): OpenWeights {
  return { quantisation, files: weights.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })) };
}

/** Whether a run has a result. A model or an agent that never acted has none, whatever the reason. */
export function hasActed({ config, episodes }: Pick<Run, 'config' | 'episodes'>): boolean {
  if (config.kind !== 'model' && config.kind !== 'agent') return true;
  return episodes.some(({ steps, requests }) => steps > 0 || (requests ?? 0) > 0);
}
