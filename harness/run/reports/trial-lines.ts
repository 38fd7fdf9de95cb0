import { decimal, seconds } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/count.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { effortOf, trialsOf } from './trials-of.ts';

/** What a model's or agent's run was played with: one line each, for a report and a terminal. */
export function subjectLines({ startedAt, config }: Run): string[] {
  const { model, price, limits, web, trials, rehearsal } = config;
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
    `model: ${model.asked}${answered}, effort ${model.effort ?? 'as the vendor sets it'}`,
    `endpoint: ${model.endpoint}, ${model.api}`,
    `web: ${web}${rehearsal ? '; a rehearsal, ranked nowhere' : ''}`,
    `date: ${startedAt.slice(0, 10)}`,
    `price: ${rates === null ? 'not known' : `${rates} USD per million tokens in / out / cache write / cache read, ${price?.source === 'table' ? `as of ${price.date}` : 'as the flags say'}`}`,
    `caps of an episode: ${caps.join(', ')}`,
    `trials: ${trials}`,
  ];
}

/** What trials came to, in the field's words; nothing for a run of one trial without a model. */
export function trialLines({ config, episodes }: Run): string[] {
  if (config.trials === 1 && config.model === null) return [];
  const { k, passAt1, passHatK, atLeastOnceInK } = trialsOf(episodes);
  const effort = effortOf(episodes);
  return [
    `pass@1: ${share(passAt1)}; pass^${k}: ${share(passHatK)}; at least once in ${k}: ${share(atLeastOnceInK)}`,
    `time of an episode: mean ${seconds(effort.meanDurationMs)}, median ${seconds(effort.medianDurationMs)}`,
    ...(config.model === null ? [] : [moneyLine(effort)]),
  ];
}

/** A row a task: how many of its trials passed, and what they took. */
export function trialTable({ config, episodes }: Run): string[] {
  if (config.trials === 1) return [];
  const rows = trialsOf(episodes).tasks.map(({ taskId, passed, trials }) => {
    const of = effortOf(episodes.filter((each: Result) => each.taskId === taskId));
    const money = [of.tokens ?? '-', usdOf(of.usdPerTask), usdOf(of.usdPerSuccess)];
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
    '| task | passed | mean duration_ms | median duration_ms | tokens | USD a task | USD a success |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ];
}

function moneyLine({ tokens, usd, usdPerTask, usdPerSuccess, isLowerBound, overshootUsd }: Effort): string {
  const over = overshootUsd > 0 ? `; ${usdOf(overshootUsd)} USD above the caps` : '';
  return `tokens: ${tokens ?? 'not known'}; USD: ${isLowerBound ? 'at least ' : ''}${usdOf(usd)}, a task ${usdOf(usdPerTask)}, a success ${usdOf(usdPerSuccess)}${over}`;
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
