import { tokenCount } from '../../platform/words/units.ts';
import { mean } from './aggregate/aggregate.ts';
import { defineMeasure } from './measure.ts';

type Tokens = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** All that a model read and wrote; what it read from its cache counts too, though it costs less. */
export const tokens = defineMeasure({
  id: 'tokens',
  title: 'Tokens',
  unit: tokenCount,
  names: { text: 'tokens an episode', chart: 'Tokens an episode' },
  better: 'less',
  of: ({ tokens }: { tokens: Tokens | null }) =>
    tokens && tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite,
  aggregate: mean,
  expectedOf: ({ model }) => model !== null,
  leftOutOf: ['documents'],
});
