import { milliseconds } from '../../platform/words/units.ts';
import { median } from './aggregate/median.ts';
import { defineMeasure } from './measure.ts';

export const durationMs = defineMeasure({
  id: 'durationMs',
  title: 'Duration',
  unit: milliseconds,
  names: { sort: 'duration', chart: 'Median duration of an episode', terminal: 'time' },
  better: 'less',
  of: ({ durationMs }: { durationMs: number }) => durationMs,
  aggregate: median(95),
  inEveryRun: true,
  // Times count only where the episodes had the machine to themselves.
  orders: ({ workers, contended }) => workers === 1 && !contended,
  notes: ({ workers, contended }) => [
    ...(workers > 1 ? [{ text: `${workers} at a time` }] : []),
    ...(contended
      ? [
          {
            text: 'contended',
            title: 'Something else had the processor when the run began; this time is not ranked',
          },
        ]
      : []),
  ],
});
