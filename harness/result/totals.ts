import { joined } from '../measures/aggregate/joined.ts';
import { measures } from '../measures/index.ts';
import { erroredStatuses, type Result, type Totals } from './result.ts';

/** The totals of a run's episodes. Every episode counts in the denominator and in the medians, whatever its status. */
export function totalsOf(results: readonly Result[]): Totals {
  const passed = results.filter(({ success }) => success).length;
  const errored = results.filter(({ status }) => erroredStatuses.includes(status)).length;
  return {
    episodes: results.length,
    passed,
    failed: results.length - passed - errored,
    errored,
    ...joined(measures.map(({ totals }) => totals(results))),
  };
}
