import { randomBytes } from 'node:crypto';
import { totalsOf } from '../results/records/run-facts.ts';
import type { Plan } from './plan.ts';

/** The same plan to be played once more, from its beginning and into another folder: what was looked up stays. */
export function renewPlan(plan: Plan, out: string): Plan {
  const startedAt = new Date();
  const planId = planIdAt(startedAt);
  return {
    ...plan,
    options: { ...plan.options, out },
    runs: plan.runs.map((planned) => ({
      ...planned,
      run: {
        ...planned.run,
        runId: `${planId}-${planned.run.suite}`,
        startedAt: startedAt.toISOString(),
        complete: false,
        durationMs: 0,
        config: { ...planned.run.config },
        episodes: [],
        totals: totalsOf([]),
      },
    })),
  };
}

/** Of all runs of a plan that begins now; unique, and sorts by time. */
export function planIdAt(startedAt: Date): string {
  return `${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
}
