import { clusteredRate95, median, percentile, wilson95 } from '../statistics/statistics.ts';
import type { Result, Score, Totals } from './result.ts';
import { statuses } from './statuses.ts';

/**
 * The totals of a run's episodes. Every episode counts in the denominator and in the medians, whatever its status.
 * `usd` is null unless every episode's cost is known: part of a bill is not the bill.
 */
export function totalsOf(results: readonly Result[]): Totals {
  const passed = results.filter(({ success }) => success).length;
  const errored = results.filter(({ status }) => !statuses[status].charged).length;
  const durations = results.map(({ durationMs }) => durationMs);
  return {
    episodes: results.length,
    passed,
    failed: results.length - passed - errored,
    errored,
    score: scoreOf(results),
    medianDurationMs: median(durations),
    p95DurationMs: percentile(durations, 95),
    medianToolCalls: median(results.map(({ toolCalls }) => toolCalls)),
    medianResponseBytes: median(results.map(({ responseBytes }) => responseBytes)),
    usd: usdOf(results),
  };
}

function scoreOf(results: readonly Result[]): Score {
  const byTask = Map.groupBy(results, ({ taskId }) => taskId);
  const tasks = [...byTask.values()].map((trials) => ({
    passed: trials.filter(({ success }) => success).length,
    total: trials.length,
  }));
  const passed = tasks.reduce((sum, task) => sum + task.passed, 0);
  const total = results.length;
  const oneTrialEach = tasks.every((task) => task.total === 1);
  return {
    passed,
    total,
    rate: total === 0 ? 0 : passed / total,
    wilson95: oneTrialEach ? wilson95(passed, total) : clusteredRate95(tasks),
  };
}

function usdOf(results: readonly Result[]): number | null {
  let sum = 0;
  for (const { usd } of results) {
    if (usd === null) return null;
    sum += usd;
  }
  // Costs have at most twelve decimals; what is beyond is the noise of binary fractions.
  return results.length === 0 ? null : Math.round(sum * 1e12) / 1e12;
}
