import { joined } from '../measures/aggregate/joined.ts';
import { type Measure, measures } from '../measures/index.ts';
import type { Result, Totals } from './result.ts';
import { statuses } from './statuses.ts';

/** The totals of a run's episodes. Every episode counts in the denominator and in the medians, whatever its status. */
export function totalsOf(results: readonly Result[]): Totals {
  const passed = results.filter(({ success }) => success).length;
  const errored = results.filter(({ status }) => !statuses[status].charged).length;
  return {
    episodes: results.length,
    passed,
    failed: results.length - passed - errored,
    errored,
    ...joined<ReturnType<Measure['totals']>>(measures.map(({ totals }) => totals(results))),
  };
}
