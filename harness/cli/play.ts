import { unlessInterrupted } from '../agents/models/local/unless-interrupted.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { exitCodeOf } from '../run/exit-code.ts';
import { confinementLine, hiddenOf } from '../run/hidden-of.ts';
import { makePlan } from '../run/make-plan.ts';
import type { Plan } from '../run/plan.ts';
import type { PlanOptions } from '../run/plan-options.ts';
import { playPlan } from '../run/play-plan.ts';
import { localEstimate, preflight } from '../run/preflight.ts';
import type { RunsEnd } from '../run/reporters/reporter.ts';
import { describePlan, worstUsd } from '../run/reports/describe-plan.ts';
import { type PlannedCost, plannedCosts } from '../run/reports/planned-costs.ts';
import { warmUpModel } from '../run/warm-up-model.ts';
import type { Context, Outcome } from './commands/command.ts';
import { checkServer } from './doctor/server/check-server.ts';
/** Plans a run and plays it; the reporter prints its progress. */
export async function play(
  options: PlanOptions,
  { env, signal, commandLine, log }: Context,
): Promise<Outcome> {
  const plan = await makePlan(options, env);
  if (plan.note !== null) log(plan.note);
  const endWeights = () => plan.adapter.end?.();
  try {
    if (options.dryRun) {
      const costs = await plannedCosts(plan);
      const estimate = await unlessInterrupted(signal, endWeights, () => localEstimate(plan, null));
      if (estimate === null) return interrupted;
      const lines = describePlan(plan, costs, estimate);
      return { lines, exitCode: 0, data: dryRun(plan, costs) };
    }
    if (plan.adapter.spending) {
      const offer = await preflight(plan, log);
      if (offer) await warmUpModel(plan, offer, { log, signal });
    } else await checkOwnServer(plan, log);
    const unconfined = await confinementLine(plan);
    if (unconfined) log(unconfined);
    // After an interruption the run then ends as interrupted.
    if (plan.adapter.local) await unlessInterrupted(signal, endWeights, () => preflight(plan, log));
    const end = await playPlan(plan, { signal, commandLine });
    return playedOutcome(end, options);
  } finally {
    await plan.adapter.end?.();
  }
}

const interrupted: Outcome = { lines: ['interrupted'], exitCode: 130, data: { interrupted: true } };

/** `data` is the records of all runs, each as its own file below `--out` has it. */
export function playedOutcome(end: RunsEnd, { strict }: Pick<PlanOptions, 'strict'>): Outcome {
  return { lines: [], exitCode: exitCodeOf({ ...end, strict }), data: end };
}

function dryRun(plan: Plan, episodes: readonly PlannedCost[]): object {
  const { adapter, server, options } = plan;
  const expected = episodes.map(({ expectedUsd }) => expectedUsd);
  return {
    dryRun: true,
    adapter: adapter.id,
    model: adapter.model,
    server: server.id,
    web: options.web,
    episodes,
    expectedUsd: expected.reduce<number | null>(
      (sum, usd) => (sum === null || usd === null ? null : sum + usd),
      0,
    ),
    maxUsd: worstUsd(plan, episodes),
    missing: adapter.spending?.missing ?? [],
  };
}

/** As long as an episode waits. */
const limits = { startMs: 30_000, openMs: 5_000 };

/**
 * Checks an unknown server once before its episodes, because a fault would appear in each of them. Throws `UserError`.
 */
async function checkOwnServer(plan: Plan, log: (line: string) => void): Promise<void> {
  const { server, chromium, runs } = plan;
  if (!('command' in server.origin) || runs.every(({ scheduled }) => scheduled.length === 0)) return;
  const { faults, notes } = await checkServer(server, { chromium, hidden: hiddenOf(plan), limits });
  for (const note of notes) log(`server ${server.id}: ${note}`);
  if (faults.length === 0) return;
  throw new UserError(
    [
      ...faults.map((fault) => `server ${server.id}: ${fault}`),
      `nothing was played. To check the server again and list its tools, type: ${typedAs} servers try '<command>'`,
    ].join('\n'),
  );
}
