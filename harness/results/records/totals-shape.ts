import * as z from 'zod';
import type { Joined } from '../measures/aggregate/aggregate.ts';
import { type Measure, measures } from '../measures/index.ts';

export const Score = z.strictObject({
  passed: z.int().nonnegative(),
  total: z.int().nonnegative(),
  rate: z.number().min(0).max(1),
  /** Wilson 95 % interval of the trials, z = 1.96; until November 2026 clustered by task where there were several trials. */
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

/** What the totals of a run hold of each measure. Of one that was added later old files have nothing. */
// The entries lose which field has which schema; it is what each measure says of its totals.
export const measuredTotals = Object.fromEntries(fields) as unknown as Joined<ShapeOf<Measure>>;
