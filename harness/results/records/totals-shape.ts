import * as z from 'zod';
import type { Joined } from '../measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../measures/index.ts';

export const Score = z.strictObject({
  passed: z.int().nonnegative(),
  total: z.int().nonnegative(),
  rate: z.number().min(0).max(1),
  /**
   * Wilson 95 % interval of the trials, z = 1.96; until November 2026 clustered by task if there were several trials.
   */
  wilson95: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]),
});
export type Score = z.infer<typeof Score>;

const schemas = { number: z.number().nonnegative().nullable(), score: Score };

type SchemaOf<Value> = Value extends Score ? typeof Score : (typeof schemas)['number'];
type Shape<Totals, Always> = {
  [Field in keyof Totals]: true extends Always
    ? SchemaOf<Totals[Field]>
    : z.ZodOptional<SchemaOf<Totals[Field]>>;
};
type ShapeOf<Each> = Each extends { totals: (episodes: never) => infer Totals; inEveryRun: infer Always }
  ? Shape<Totals, Always>
  : never;

const fields = measures.flatMap(({ stored, inEveryRun }) =>
  Object.entries<keyof typeof schemas>(stored).map(([field, kind]) => {
    const schema = schemas[kind];
    return [field, inEveryRun ? schema : schema.optional()] as const;
  }),
);

/** The fields of a run's totals for each measure. Old files lack the fields of measures that were added later. */
// `Object.fromEntries` loses which field has which schema; the cast restores the types of each measure's totals.
export const measuredTotals = Object.fromEntries(fields) as unknown as Joined<ShapeOf<Measure>>;
