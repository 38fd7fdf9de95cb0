import type { Result } from '../../results/records/result.ts';
import { outcomesOf } from '../../results/records/run-facts.ts';
import { median, passAtK, passHatK } from '../../results/statistics/statistics.ts';

type Episodes = readonly Result[];

/** What trials say of an agent, as the field counts them; all null where nothing was played. */
export function trialsOf(episodes: Episodes) {
  const tasks = outcomesOf({ episodes: [...episodes] });
  // Of a run that was cut short, what every task has.
  const k = tasks.length === 0 ? 0 : Math.min(...tasks.map(({ total }) => total));
  const overTasks = (of: (total: number, passed: number) => number) =>
    mean(tasks.map(({ passed, total }) => of(total, passed)));
  return {
    k,
    tasks: tasks.map(({ taskId, passed, total }) => ({ taskId, passed, trials: total })),
    passAt1: overTasks((total, passed) => passed / total),
    passHatK: overTasks((total, passed) => passHatK(total, passed, k)),
    atLeastOnceInK: overTasks((total, passed) => passAtK(total, passed, k)),
  };
}

/** What episodes took. Null where it is not known of one of them, never a sum of the others. */
export function effortOf(episodes: Episodes) {
  const usd = sumOf(episodes.map((each) => each.usd));
  const tokens = sumOf(
    episodes.map(({ tokens: used }) => used && used.input + used.output + used.cacheRead + used.cacheWrite),
  );
  const passed = episodes.filter(({ success }) => success).length;
  const times = episodes.map(({ durationMs }) => durationMs);
  return {
    meanDurationMs: mean(times),
    medianDurationMs: median(times),
    tokens,
    usd,
    /** Of one attempt at a task. */
    usdPerTask: usd === null || episodes.length === 0 ? null : usd / episodes.length,
    /** All that was spent, failures too, over what passed. */
    usdPerSuccess: usd === null || passed === 0 ? null : usd / passed,
    /** Requests were cut off that may have cost more. */
    isLowerBound: episodes.some(({ costIsLowerBound }) => costIsLowerBound === true),
    overshootUsd: episodes.reduce((sum, { overshootUsd = 0 }) => sum + overshootUsd, 0),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}
