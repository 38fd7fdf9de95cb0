import { addUsage, noUsage, whyRehearsal } from '../../agents/models/proxy/prices.ts';
import { decimal, seconds } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/format.ts';
import { otherModelOf } from '../../results/records/answered-model.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { outcomesOf } from '../../results/records/run-facts.ts';
import { median, passAtK, passHatK } from '../../results/statistics/statistics.ts';

/** The configuration of a model's or agent's run, one line per fact, used by reports and terminals. */
export function subjectLines({ startedAt, config }: Run): string[] {
  const { model, price, limits, web, trials } = config;
  if (!model) return [];
  const caps = [
    count(limits.maxSteps, 'step'),
    `${limits.maxDurationMs / 1000} s`,
    ...(limits.maxUsd === null ? [] : [`${decimal(limits.maxUsd)} USD`]),
    ...(limits.maxTokens === null ? [] : [`${count(limits.maxTokens, 'output token')} a turn`]),
  ];
  const answered =
    model.answered !== null && model.answered !== model.asked ? ` (answered by ${model.answered})` : '';
  const rates =
    price && [price.input, price.output, price.cacheWrite, price.cacheRead].map(decimal).join(' / ');
  return [
    `model: ${model.asked}${answered}, effort ${model.effort ?? "the vendor's default"}${samplingWords(model.sampling)}`,
    `endpoint: ${model.endpoint}${model.host ? ` ${model.host}` : ''}, ${model.api}`,
    `web: ${web}`,
    ...rehearsalLines(config),
    `date: ${startedAt.slice(0, 10)}`,
    `price: ${rates === null ? 'not known' : price?.source === 'local' ? 'none, because this machine computed the weights' : `${rates} USD per million tokens in / out / cache write / cache read, ${price?.source === 'table' ? `as of ${price.date}` : 'from flags'}`}`,
    `caps of an episode: ${caps.join(', ')}`,
    `trials: ${trials}`,
  ];
}

function samplingWords(sampling: NonNullable<Run['config']['model']>['sampling']): string {
  const { temperature = null, seed = null } = sampling ?? {};
  return `${temperature === null ? '' : `, temperature ${temperature}`}${seed === null ? '' : `, seed ${seed}`}`;
}

/**
 * A line that a run is a rehearsal (unofficial) and why, printed before it is paid for and at its end. Empty for other
 * runs.
 */
export function rehearsalLines(config: Run['config']): string[] {
  const why = rehearsalWords(config);
  return why === null ? [] : [`unofficial run, not ranked: ${why}`];
}

/** Why a run is a rehearsal; null if it is not one. */
export function rehearsalWords(config: Run['config']): string | null {
  const { model, price, rehearsal } = config;
  if (!rehearsal) return null;
  const why = model && whyRehearsal(model, { priceByFlag: price?.source === 'flag' });
  const other = otherModelOf(config);
  const byOther = other && `the model ${other} answered in place of ${model?.asked}`;
  return why ?? byOther ?? 'a flag raised the limits of the suite';
}

/** The results of the trials (pass@1, pass^k, pass@k); empty for a run of one trial without a model. */
export function trialLines({ config, episodes, warmUp }: Run): string[] {
  if (config.trials === 1 && config.model === null) return [];
  const { k, passAt1, passHatK, atLeastOnceInK } = trialsOf(episodes);
  const effort = effortOf(episodes);
  return [
    `pass@1: ${share(passAt1)}; pass^${k}: ${share(passHatK)}; at least once in ${k}: ${share(atLeastOnceInK)}`,
    `time of an episode: mean ${seconds(effort.meanDurationMs)}, median ${seconds(effort.medianDurationMs)}`,
    ...(config.model === null ? [] : [moneyLine(effort), tokenLine(effort), requestLine(effort)]),
    ...(warmUp ? [`warm-up, in no other figure: ${warmUpWords(warmUp)}`] : []),
  ];
}

/** One row per task: its passed trials, their times and costs. */
export function trialTable({ config, episodes }: Run): string[] {
  if (config.trials === 1) return [];
  const rows = trialsOf(episodes).tasks.map(({ taskId, passed, trials }) => {
    const of = effortOf(episodes.filter((each: Result) => each.taskId === taskId));
    const money = [of.tokens ?? '-', usdOf(of.usdPerAttempt), usdOf(of.usdPerTask), usdOf(of.usdPerSuccess)];
    const cells = [
      taskId,
      `${passed} of ${trials}`,
      ms(of.meanDurationMs),
      ms(of.medianDurationMs),
      ...money,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| task | passed | mean duration_ms | median duration_ms | tokens | USD an attempt | USD a task | USD a success |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ];
}

function moneyLine({
  tokens,
  usd,
  usdPerAttempt,
  usdPerTask,
  usdPerSuccess,
  isLowerBound,
  overshootUsd,
}: Effort): string {
  const over = overshootUsd > 0 ? `; ${usdOf(overshootUsd)} USD above the caps` : '';
  return `tokens: ${tokens ?? 'not known'}; USD: ${isLowerBound ? 'at least ' : ''}${usdOf(usd)}, an attempt ${usdOf(usdPerAttempt)}, a task ${usdOf(usdPerTask)}, a success ${usdOf(usdPerSuccess)}${over}`;
}

/** In the order of the four prices. */
function tokenLine({ tokensByPrice }: Effort): string {
  if (tokensByPrice === null) return 'tokens in / out / cache write / cache read: not known';
  const { input, output, cacheWrite, cacheRead } = tokensByPrice;
  return `tokens in / out / cache write / cache read: ${[input, output, cacheWrite, cacheRead].join(' / ')}`;
}

function requestLine({ requests, requestRetries, pausedMs, modelMs }: Effort): string {
  const computed = modelMs === null ? '' : `, of these ${seconds(modelMs)} while the model computed`;
  return `requests: ${requests}, sent again: ${requestRetries}; the clock stood for ${seconds(pausedMs)}${computed}`;
}

/** The cost of a warm-up as text. */
export function warmUpWords({ requests, tokens, usd, costIsLowerBound }: NonNullable<Run['warmUp']>): string {
  const sum = tokens && tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  return [
    count(requests, 'request'),
    sum === null ? 'tokens not known' : count(sum, 'token'),
    usd === null ? 'cost not known' : `${costIsLowerBound ? 'at least ' : ''}${decimal(usd)} USD`,
  ].join(', ');
}

type Effort = ReturnType<typeof effortOf>;

function share(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function usdOf(usd: number | null): string {
  return usd === null ? '-' : decimal(usd);
}

function ms(value: number | null): string {
  return value === null ? '-' : String(Math.round(value));
}

type Episodes = readonly Result[];

/** pass@1, pass^k and pass@k over the tasks; all null if nothing was played. */
export function trialsOf(episodes: Episodes) {
  const tasks = outcomesOf({ episodes: [...episodes] });
  // In an interrupted run, the number of trials that every task has.
  const k = tasks.length === 0 ? 0 : Math.min(...tasks.map(({ total }) => total));
  const overTasks = (of: (total: number, passed: number) => number) =>
    mean(tasks.map(({ passed, total }) => of(total, passed)));
  return {
    k,
    tasks: tasks.map(({ taskId, passed, total }) => ({ taskId, passed, trials: total })),
    passAt1: overTasks((total, passed) => passed / total),
    passHatK: overTasks((total, passed) => passHatK(total, passed, k)),
    atLeastOnceInK: overTasks((total, passed) => passAtK(total, passed, k)),
  };
}

/** Times and costs of episodes. A sum is null if the value of any episode is unknown. */
export function effortOf(episodes: Episodes) {
  const usd = sumOf(episodes.map((each) => each.usd));
  const tokens = sumOf(
    episodes.map(({ tokens: used }) => used && used.input + used.output + used.cacheRead + used.cacheWrite),
  );
  const passed = episodes.filter(({ success }) => success).length;
  const tasks = new Set(episodes.map(({ taskId }) => taskId)).size;
  const counted = episodes.flatMap(({ tokens: used }) => used ?? []);
  const computed = episodes.flatMap(({ modelMs }) => modelMs ?? []);
  const times = episodes.map(({ durationMs }) => durationMs);
  return {
    meanDurationMs: mean(times),
    medianDurationMs: median(times),
    tokens,
    usd,
    /** The sums of the four counts; null if those of any episode are unknown. */
    tokensByPrice: counted.length < episodes.length ? null : counted.reduce(addUsage, noUsage),
    requests: totalOf(episodes.map(({ requests }) => requests ?? 0)),
    requestRetries: totalOf(episodes.map(({ requestRetries = 0 }) => requestRetries)),
    /** Time in which the clock of the episodes stood. */
    pausedMs: totalOf(episodes.map(({ pausedMs }) => pausedMs)),
    /** Part of `pausedMs`; null in runs of older versions. */
    modelMs: computed.length === 0 ? null : totalOf(computed),
    usdPerAttempt: usd === null || episodes.length === 0 ? null : usd / episodes.length,
    /** The cost of all attempts at a task. */
    usdPerTask: usd === null || tasks === 0 ? null : usd / tasks,
    /** The total cost, including failed episodes, divided by the passed episodes. */
    usdPerSuccess: usd === null || passed === 0 ? null : usd / passed,
    /** Requests were cut off, so the true cost may be higher. */
    isLowerBound: episodes.some(({ costIsLowerBound }) => costIsLowerBound === true),
    overshootUsd: episodes.reduce((sum, { overshootUsd = 0 }) => sum + overshootUsd, 0),
  };
}

function totalOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}
