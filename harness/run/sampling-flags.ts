import { modelCaps } from '../agents/models/caps.ts';
import { amount, integer } from '../platform/flags.ts';

type Typed = { model: { context: number | null; sampling?: Sampling | undefined } };
type Sampling = { temperature: number | null; seed: number | null };

/** The context and the sampler of a model, as flags of all commands that play. */
export const samplingFlags = {
  context: {
    ...integer('<n>', "the tokens of the model's context, if the model is not in the price table", {
      min: modelCaps.leastContext,
      max: modelCaps.limitContext,
    }),
    ofModel: true,
    place: 16.5,
    typed: ({ model }: Typed) => model.context,
  },
  temperature: {
    ...amount('<n>', "the temperature of the model's sampler (default: that of the API)", {
      min: 0,
      max: modelCaps.limitTemperature,
    }),
    ofModel: true,
    place: 16.6,
    typed: ({ model }: Typed) => model.sampling?.temperature ?? null,
  },
  modelSeed: {
    ...integer(
      '<n>',
      "the seed of the model's sampler for the first trial; each further trial has the next",
      {
        min: 0,
        max: modelCaps.limitSeed,
      },
    ),
    ofModel: true,
    place: 16.7,
    typed: ({ model }: Typed) => model.sampling?.seed ?? null,
  },
} as const;
