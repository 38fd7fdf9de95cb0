import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import { priceTable } from '../../agents/models/proxy/prices.ts';
import { decimal } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/format.ts';
import type { TaskFile } from '../../task/read-tasks.ts';
import type { Plan } from '../plan.ts';
import { limitsOf } from '../plan-runs.ts';
import type { PlannedCost } from './planned-costs.ts';
import { rehearsalLines } from './trial-lines.ts';

/** What a run would play, what that is expected to cost and the most that it could, for a look before it is paid for. */
export function describePlan(plan: Plan, costs: readonly PlannedCost[]): string[] {
  const { runs, adapter, server, options } = plan;
  const scheduled = runs.flatMap((run) => run.scheduled);
  return [
    `would play ${count(scheduled.length, 'episode')} with ${adapter.id}${adapter.model ? ` (${adapter.model})` : ''} on ${server.id}, ${options.web} web:`,
    ...scheduled.map(({ file, trial }, index) =>
      episodeLine(plan, file, `${file.task.id}${options.trials > 1 ? ` #${trial}` : ''}`, costs[index]),
    ),
    ...costLines(plan, costs),
    'nothing was played and nothing was sent',
  ];
}

/** The caps of one attempt, and what it is expected to cost. */
export function episodeLine(
  plan: Plan,
  file: TaskFile,
  name: string,
  { expectedUsd, maxUsd }: Pick<PlannedCost, 'expectedUsd' | 'maxUsd'> = { expectedUsd: null, maxUsd: 0 },
): string {
  const { maxSteps, maxDurationMs } = limitsOf(plan, file);
  return `  ${name}  at most ${count(maxSteps, 'step')}, ${maxDurationMs / 1000} s, ${decimal(maxUsd)} USD; expected ${usdWords(expectedUsd)}`;
}

/** What all of it costs, at which price and where, and what is missing for it. */
export function costLines(plan: Plan, costs: readonly PlannedCost[]): string[] {
  const { adapter, runs } = plan;
  return [
    `expected: ${expectedLine(costs)}`,
    `worst case: ${decimal(worstUsd(plan, costs))} USD`,
    ...(adapter.spending
      ? [`price: ${priceLine(adapter)}`, `requests would go to ${adapter.spending.address}`]
      : []),
    ...new Set(runs.flatMap(({ run }) => rehearsalLines(run.config))),
    ...(adapter.spending?.missing ?? []).map((line) => `missing for a run: ${line}`),
  ];
}

/** All caps together, and no more than `--max-usd-total`. */
export function worstUsd({ options }: Pick<Plan, 'options'>, costs: readonly PlannedCost[]): number {
  const all = costs.reduce((sum, { maxUsd }) => sum + maxUsd, 0);
  return Math.min(all, options.maxUsdTotal ?? all);
}

function expectedLine(costs: readonly PlannedCost[]): string {
  const known = costs.flatMap(({ expectedUsd }) => expectedUsd ?? []);
  const unknown = costs.length - known.length;
  const sum = known.reduce((total, usd) => total + usd, 0);
  if (known.length === 0) return 'not known, for no recording and price says how long an episode is';
  return unknown === 0
    ? usdWords(sum)
    : `${usdWords(sum)} and ${count(unknown, 'episode')} of which nothing is recorded on this server`;
}

/** Rounded, for it is a guess. */
function usdWords(usd: number | null): string {
  if (usd === null) return 'not known';
  return usd === 0 ? '0 USD' : `about ${decimal(Number(usd.toPrecision(2)))} USD`;
}

/** The price of a model in words, with its date and source where it is from the table. */
export function priceLine({ spending }: BuiltInAgent): string {
  if (!spending?.price) return 'not known';
  const { input, output, cacheWrite, cacheRead } = spending.price;
  const from = spending.priceByFlag
    ? 'as the flags say'
    : `as of ${priceTable.asOf}, ${priceTable.sources.join(', ')}`;
  const rates = `${decimal(input)} in, ${decimal(output)} out, ${decimal(cacheWrite)} cache write, ${decimal(cacheRead)} cache read`;
  return `${rates} USD per million tokens (${from})`;
}
