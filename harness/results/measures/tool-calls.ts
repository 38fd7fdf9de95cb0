import { count } from '../../platform/words/units.ts';
import { median } from './aggregate/median.ts';
import { defineMeasure } from './measure.ts';

export const toolCalls = defineMeasure({
  id: 'toolCalls',
  title: 'Tool calls',
  unit: count,
  names: { sort: 'calls', terminal: 'calls' },
  better: 'less',
  of: ({ toolCalls }: { toolCalls: number }) => toolCalls,
  aggregate: median(),
  inEveryRun: true,
  leftOutOf: ['leaderboard'],
});
