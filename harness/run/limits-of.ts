import type { TaskFile } from '../task/read-tasks.ts';
import type { Limits } from '../task/suite.ts';
import type { Plan } from './plan.ts';

/**
 * What an attempt may use at the most: what the edition of its suite says, or the task itself where it is of none, so
 * that every row of an edition had the same. A flag lowers the steps, and may raise time and money: then the row is no
 * other's equal.
 */
export function limitsOf({ options, suites, web }: LimitedPlan, { suite, task }: TaskFile): Limits {
  const limits = suites.get(suite)?.limits[web] ?? task;
  return {
    maxSteps: Math.min(limits.maxSteps, options.maxSteps ?? limits.maxSteps),
    maxDurationMs: durationOf(options, limits.maxDurationMs),
    maxUsd: options.model.maxUsd ?? limits.maxUsd,
  };
}

type LimitedPlan = Pick<Plan, 'suites' | 'web'> & {
  options: Pick<Plan['options'], 'maxSteps' | 'maxDurationMs' | 'durationMs' | 'model'>;
};

type DurationOptions = Pick<Plan['options'], 'maxDurationMs' | 'durationMs'>;

export function durationOf({ maxDurationMs, durationMs }: DurationOptions, ofSuite: number): number {
  const asked = durationMs ?? ofSuite;
  return Math.min(asked, maxDurationMs ?? asked);
}
