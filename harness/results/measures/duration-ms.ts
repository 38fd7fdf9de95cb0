import { milliseconds } from '../../platform/words/units.ts';
import { median } from './aggregate/median.ts';
import { type Circumstances, defineMeasure } from './measure.ts';

/** Times count only if each episode had the machine to itself. */
function isAlone({ workers, contended }: Circumstances): boolean {
  return workers === 1 && !contended;
}

export const durationMs = defineMeasure({
  id: 'durationMs',
  title: 'Duration',
  unit: milliseconds,
  names: { sort: 'duration', chart: 'Median duration of an episode', terminal: 'time' },
  better: 'less',
  of: ({ durationMs }: { durationMs: number }) => durationMs,
  aggregate: median(95),
  inEveryRun: true,
  orders: isAlone,
  comparable: isAlone,
  notes: ({ workers, contended }) => [
    ...(workers > 1 ? [{ text: `${workers} at a time` }] : []),
    ...(contended ? [{ text: 'contended' }] : []),
  ],
});
