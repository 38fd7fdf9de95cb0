import { tokenCount } from '../../platform/words/units.ts';
import { mean } from './aggregate/aggregate.ts';
import { defineMeasure } from './measure.ts';

type Tokens = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** All tokens that a model read and wrote; cached input counts too, although it costs less. */
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
