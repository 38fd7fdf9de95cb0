import { UserError } from '../../platform/errors/user-error.ts';
import { decimal } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/format.ts';
import type { Result } from '../../results/records/result.ts';
import type { SkillRun, SkillUsage } from '../../results/records/skill-run.ts';
import type { Plan } from '../../run/plan.ts';
import { limitsOf } from '../../run/plan-runs.ts';
import type { TotalBudget } from '../../run/play-plan.ts';
import { preflight } from '../../run/preflight.ts';
import { costLines, episodeLine, worstUsd } from '../../run/reports/describe-plan.ts';
import { type PlannedCost, plannedCosts } from '../../run/reports/planned-costs.ts';
import { rehearsalWords } from '../../run/reports/trial-lines.ts';
import { noTokens } from './aggregate.ts';
import type { LoadedConfig } from './skill-config.ts';

/** The plan of each task, by the ids of tasks and conditions. */
type Episodes = ReadonlyMap<string, { plans: ReadonlyMap<string, Plan> }>;

/** The plans of episodes with a model. */
export function paidPlans(episodes: Episodes): Plan[] {
  return [...episodes.values()].flatMap(({ plans }) =>
    [...plans.values()].filter(({ adapter }) => adapter.spending),
  );
}

/** The planned attempts of a suite, and their maximum cost, including retries. */
export async function describeSuite(
  { config }: LoadedConfig,
  conditions: readonly { condition: { id: string } }[],
  episodes: Episodes,
): Promise<{ lines: string[]; data: { attempts: number; costs: PlannedCost[]; maxUsd: number } }> {
  const { trials, retries } = config.execution;
  const attempts = config.tasks.length * conditions.length * trials;
  const again = retries === 0 ? '' : `, each again up to ${count(retries, 'time')} if it does not pass`;
  const lines = [
    `would make ${count(attempts, 'attempt')}: ${count(config.tasks.length, 'task')}, ${count(conditions.length, 'condition')}, ${count(trials, 'trial')}${again}`,
  ];
  const costs: PlannedCost[] = [];
  for (const [id, { plans }] of episodes)
    for (const [condition, plan] of plans) {
      const [cost] = await plannedCosts(plan);
      const file = plan.runs[0]?.scheduled[0]?.file;
      if (!plan.adapter.spending || !cost || !file) continue;
      lines.push(episodeLine(plan, file, `${id} under ${condition}`, cost));
      const most = { ...cost, maxUsd: cost.maxUsd * (1 + retries) };
      costs.push(...Array.from({ length: trials }, (_, index) => ({ ...most, trial: index + 1 })));
    }
  const plans = paidPlans(episodes);
  const [first] = plans;
  const whole = first && { ...first, runs: plans.flatMap(({ runs }) => runs) };
  lines.push(...(whole ? costLines(whole, costs) : ['no task uses a model, so the suite costs nothing']));
  lines.push('nothing was played and nothing was sent');
  return { lines, data: { attempts, costs, maxUsd: whole ? worstUsd(whole, costs) : 0 } };
}

/** Before any paid request: starts the browser and each server once, and reports the planned attempts and their maximum cost. */
export async function preflightSuite(
  [loaded, conditions, episodes]: Parameters<typeof describeSuite>,
  log: (line: string) => void,
): Promise<void> {
  const plans = paidPlans(episodes);
  if (plans.length === 0) return;
  const { data } = await describeSuite(loaded, conditions, episodes);
  log(`preflight  ${count(data.attempts, 'attempt')}, worst case ${decimal(data.maxUsd)} USD`);
  const ofServers = new Map(plans.map((plan) => [plan.server.id, plan]));
  for (const plan of ofServers.values()) await preflight(plan, log);
}

/** The maximum cost of an episode of a plan; 0 without a model. */
export function capUsd(plan: Plan): number {
  const file = plan.runs[0]?.scheduled[0]?.file;
  return (file && plan.adapter.spending?.capUsd({ ...file.task, ...limitsOf(plan, file) })) ?? 0;
}

/** Why no further attempt at a plan begins; null if it may begin, and then its cost is reserved. */
export function whyNoMore(plan: Plan, budget: TotalBudget): string | null {
  if (!plan.adapter.spending) return null;
  const refused = plan.adapter.spending.refusal();
  if (refused !== null) return String(plan.redactKeys(refused, 'free'));
  return budget.begin(capUsd(plan)) ? null : budget.refusal;
}

export function usageOf({ requests, tokens, usd, costIsLowerBound }: Result): SkillUsage {
  return {
    requests: requests ?? 0,
    // An episode without requests has a known usage of 0.
    tokens: requests ? tokens : noTokens,
    usd: requests ? usd : 0,
    ...(costIsLowerBound ? { at_least: true } : {}),
  };
}

/** The model of a suite's episodes for its record; null without a model. `answered`: the model names in the answers. */
export function modelOf(
  episodes: Episodes,
  answered: readonly (string | null)[],
): NonNullable<SkillRun['model']> | null {
  const config = paidPlans(episodes)[0]?.runs[0]?.run.config;
  if (!config?.model) return null;
  const names = [...new Set(answered.filter((name) => name !== null))];
  return {
    adapter: config.adapter,
    ...config.model,
    answered: names.length > 0 ? names.join(', ') : null,
    price: config.price,
    rehearsal: rehearsalWords(config),
  };
}

/** Rejects `deterministic` for a suite with a model, because a model answers differently each time. Throws `UserError`. */
export function refuseDeterministic(episodes: Episodes, deterministic: boolean): void {
  if (deterministic && paidPlans(episodes).length > 0)
    throw new UserError(
      'deterministic: got true for a suite that asks a model; expected false, because a model answers differently each time',
    );
}
