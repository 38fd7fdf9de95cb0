import path from 'node:path';
import type { Project } from '../../platform/project.ts';
import type { Result } from '../../results/records/result.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { playPlan } from '../../run/play-plan.ts';
import { renewPlan } from '../../run/renew-plan.ts';
import type { Attempt } from './attempt.ts';
import type { EpisodeTask } from './episode-tasks.ts';

/** Which attempt of a suite it is. */
export type AttemptPlace = { condition: string; task: string; trial: number; attempt: number };

/** Plays the task once with the condition's text given to the agent; its artefacts go below the project's `reports/skills/`. */
export async function playAttempt(
  { plans }: EpisodeTask,
  { condition, task, trial, attempt }: AttemptPlace,
  { project, signal }: { project: Project; signal: AbortSignal },
): Promise<Omit<Attempt, 'durationMs'>> {
  const plan = plans.get(condition);
  if (!plan) throw new Error(`no plan of ${task} under ${condition}`);
  const out = path.join(project.reports, 'skills', condition, task, `${trial}.${attempt}`);
  const { runs } = await playPlan(renewPlan(plan, out), { signal, commandLine: 'skills' });
  const result = runs[0]?.episodes[0];
  if (!result) throw new Error('the episode was cut short');
  return outcomeOf(result);
}

const categories: Record<Result['status'], string> = {
  passed: 'none',
  failed: 'assertion_failed',
  tampered: 'assertion_failed',
  max_steps: 'assertion_failed',
  budget_exceeded: 'assertion_failed',
  model_refused: 'assertion_failed',
  context_full: 'assertion_failed',
  timeout: 'timeout',
  replay_drift: 'execution_error',
  tool_error: 'execution_error',
  adapter_error: 'execution_error',
  start_page_failed: 'execution_error',
  model_error: 'execution_error',
  inconclusive: 'execution_error',
};

function outcomeOf(result: Result): Omit<Attempt, 'durationMs'> {
  const { status, success } = result;
  const why = whyNotPassed(result);
  return {
    passed: success,
    exitCode: null,
    category: categories[status],
    ...(success ? {} : { message: why ? `${status}: ${why}` : status }),
  };
}
