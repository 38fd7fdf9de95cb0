import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import { priceSourceOf } from '../../agents/models/proxy/prices.ts';
import { decimal } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/format.ts';
import type { TaskFile } from '../../task/read-tasks.ts';
import type { Plan } from '../plan.ts';
import { limitsOf } from '../plan-runs.ts';
import type { PlannedCost } from './planned-costs.ts';
import { rehearsalLines } from './trial-lines.ts';

/**
 * Describes what a run would play, with its expected and maximum cost, before any money is spent. `estimate`: what is
 * known of its time.
 */
export function describePlan(
  plan: Plan,
  costs: readonly PlannedCost[],
  estimate: readonly string[] = [],
): string[] {
  const { runs, adapter, server, options } = plan;
  const scheduled = runs.flatMap((run) => run.scheduled);
  return [
    `would play ${count(scheduled.length, 'episode')} with ${adapter.id}${adapter.model ? ` (${adapter.model})` : ''} on ${server.id}, ${options.web} web:`,
    ...scheduled.map(({ file, trial }, index) =>
      episodeLine(plan, file, `${file.task.id}${options.trials > 1 ? ` #${trial}` : ''}`, costs[index]),
    ),
    ...costLines(plan, costs),
    ...estimate,
    ...(adapter.spending?.warmUp && costs[0]
      ? [`a request before the first episode tests the model, for at most ${decimal(costs[0].maxUsd)} USD`]
      : []),
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

/** The total cost, the price, the address, and missing settings. */
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

/** The sum of all caps, at most `--max-usd-total`. */
export function worstUsd({ options }: Pick<Plan, 'options'>, costs: readonly PlannedCost[]): number {
  const all = costs.reduce((sum, { maxUsd }) => sum + maxUsd, 0);
  return Math.min(all, options.maxUsdTotal ?? all);
}

function expectedLine(costs: readonly PlannedCost[]): string {
  const known = costs.flatMap(({ expectedUsd }) => expectedUsd ?? []);
  const unknown = costs.length - known.length;
  const sum = known.reduce((total, usd) => total + usd, 0);
  if (known.length === 0) return 'unknown, because an estimate needs a recording and a price';
  return unknown === 0
    ? usdWords(sum)
    : `${usdWords(sum)}, without ${count(unknown, 'episode')} that have no recording on this server`;
}

/** Rounded, because it is an estimate. */
function usdWords(usd: number | null): string {
  if (usd === null) return 'not known';
  return usd === 0 ? '0 USD' : `about ${decimal(Number(usd.toPrecision(2)))} USD`;
}

/** The price of a model as text, with date and source if it is from the table. */
export function priceLine({ model, spending }: BuiltInAgent): string {
  if (!spending?.price) return 'not known';
  const { input, output, cacheWrite, cacheRead } = spending.price;
  const { date, sources } = priceSourceOf(model ?? '');
  const from = spending.priceByFlag ? 'from flags' : `as of ${date}, ${sources.join(', ')}`;
  const rates = `${decimal(input)} in, ${decimal(output)} out, ${decimal(cacheWrite)} cache write, ${decimal(cacheRead)} cache read`;
  return `${rates} USD per million tokens (${from})`;
}
