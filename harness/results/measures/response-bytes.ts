import { bytes } from '../../platform/words/units.ts';
import { median } from './aggregate/median.ts';
import { defineMeasure } from './measure.ts';

export const responseBytes = defineMeasure({
  id: 'responseBytes',
  title: 'Response',
  unit: bytes,
  names: {
    sort: 'bytes',
    chart: 'Median response size',
    text: 'median response size',
    terminal: 'bytes',
  },
  better: 'less',
  of: ({ responseBytes }: { responseBytes: number }) => responseBytes,
  aggregate: median(),
  inEveryRun: true,
  leftOutOf: ['leaderboard', 'comparison', 'documents'],
});
