import type { Extent } from '../measures/aggregate/aggregate.ts';
import type { Run } from './result.ts';

type Counted = Pick<Run, 'complete' | 'notRun' | 'totals'> & {
  config: Pick<Run['config'], 'trials' | 'partial'>;
};

/**
 * How many episodes passed, out of all that the whole suite has: what was left out is never out of the denominator
 * unsaid. `2 / 10 (7 not run, 1 the server cannot)`
 */
export function passedWords(run: Counted): string {
  const { leftOut, words } = extentOf(run);
  return `${run.totals.passed} / ${run.totals.episodes + leftOut}${words ? ` (${words})` : ''}`;
}

/** How much of its suite a run is. */
export function extentOf({ complete, notRun = [], config }: Counted): Extent {
  const cannot = notRun.filter(({ why }) => why === 'cannot').length * config.trials;
  const other = notRun.length * config.trials - cannot;
  const words = [
    ...(other > 0 ? [`${other} not run`] : []),
    ...(cannot > 0 ? [`${cannot} the server cannot`] : []),
    // How many those are was not kept.
    ...(config.partial && notRun.length === 0 ? ['part of the suite'] : []),
    ...(complete ? [] : ['not complete']),
  ];
  return { isWhole: complete && !config.partial, leftOut: other + cannot, words: words.join(', ') };
}
