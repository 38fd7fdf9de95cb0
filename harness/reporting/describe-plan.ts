import type { Adapter } from '../adapters/adapter.ts';
import { priceTable } from '../model-proxy/price-table.ts';
import { limitsOf } from '../run/limits-of.ts';
import type { Plan } from '../run/plan.ts';
import { decimal } from '../words/columns.ts';

/** What a run would play and the most that it could cost, for a look before it is paid for. */
export function describePlan(plan: Plan): string[] {
  const { runs, adapter, server, options } = plan;
  const scheduled = runs.flatMap((run) => run.scheduled);
  const worst = (caps: number[]) => `${decimal(caps.reduce((sum, usd) => sum + usd, 0))} USD`;
  const capOf = ({ file }: (typeof scheduled)[number]) =>
    adapter.spending?.capUsd({ ...file.task, ...limitsOf(plan, file) }) ?? 0;
  return [
    `would play ${scheduled.length} episodes with ${adapter.id}${adapter.model ? ` (${adapter.model})` : ''} on ${server.id}, ${options.web} web:`,
    ...scheduled.map((each) => {
      const { task } = each.file;
      const { maxSteps, maxDurationMs } = limitsOf(plan, each.file);
      const trial = options.trials > 1 ? ` #${each.trial}` : '';
      return `  ${task.id}${trial}  at most ${maxSteps} steps, ${maxDurationMs / 1000} s, ${decimal(capOf(each))} USD`;
    }),
    `worst case: ${worst(scheduled.map(capOf))}`,
    ...(adapter.spending ? [`price: ${priceLine(adapter)}`] : []),
    ...(adapter.spending?.missing ?? []).map((line) => `missing for a run: ${line}`),
    'nothing was played and nothing was sent',
  ];
}

/** The price of a model in words, with its date and source where it is from the table. */
export function priceLine({ model, spending }: Adapter): string {
  if (!spending?.price) return 'not known';
  const { input, output, cacheWrite, cacheRead } = spending.price;
  const known = model !== null && priceTable.models[model] === spending.price;
  const from = known ? `as of ${priceTable.asOf}, ${priceTable.sources.join(', ')}` : 'as the flags say';
  const rates = `${decimal(input)} in, ${decimal(output)} out, ${decimal(cacheWrite)} cache write, ${decimal(cacheRead)} cache read`;
  return `${rates} USD per million tokens (${from})`;
}
