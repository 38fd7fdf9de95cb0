import { describePlan } from '../reporting/describe-plan.ts';
import { confinementLine } from '../run/confinement-line.ts';
import { exitCodeOf } from '../run/exit-code.ts';
import { limitsOf } from '../run/limits-of.ts';
import { makePlan } from '../run/make-plan.ts';
import type { Plan, PlanOptions } from '../run/plan.ts';
import { playPlan } from '../run/play-plan.ts';
import { preflight } from '../run/preflight.ts';
import type { RunsEnd } from '../run/reporters/reporter.ts';
import type { Context, Outcome } from './commands/command.ts';

/** Plans a run and plays it; what there is to read of it the reporter prints. */
export async function play(
  options: PlanOptions,
  { env, signal, commandLine, log }: Context,
): Promise<Outcome> {
  const plan = await makePlan(options, env);
  if (options.dryRun) return { lines: describePlan(plan), exitCode: 0, data: dryRun(plan) };
  if (plan.adapter.spending) await preflight(plan, log);
  const unconfined = await confinementLine(plan);
  if (unconfined) log(unconfined);
  const end = await playPlan(plan, { signal, commandLine });
  return playedOutcome(end, options);
}

/** `data` is the records of all runs, each as its own file below `--out` has it. */
export function playedOutcome(end: RunsEnd, { strict }: Pick<PlanOptions, 'strict'>): Outcome {
  return { lines: [], exitCode: exitCodeOf({ ...end, strict }), data: end };
}

function dryRun(plan: Plan): object {
  const { runs, adapter, server, options } = plan;
  const episodes = runs.flatMap(({ run, scheduled }) =>
    scheduled.map(({ file, trial }) => ({
      suite: run.suite,
      taskId: file.task.id,
      trial,
      maxUsd: adapter.spending?.capUsd({ ...file.task, ...limitsOf(plan, file) }) ?? 0,
    })),
  );
  return {
    dryRun: true,
    adapter: adapter.id,
    model: adapter.model,
    server: server.id,
    web: options.web,
    episodes,
    maxUsd: episodes.reduce((sum, { maxUsd }) => sum + maxUsd, 0),
    missing: adapter.spending?.missing ?? [],
  };
}
