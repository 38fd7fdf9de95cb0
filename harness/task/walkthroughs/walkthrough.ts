import * as z from 'zod';
import { type Verb, verbs, type What } from './verbs.ts';

/** One verb and its value. */
export type Step = { [V in Verb]: { verb: V; what: What<V> } }[Verb];

const fields = Object.fromEntries(Object.entries(verbs).map(([verb, schema]) => [verb, schema.optional()]));

const Step = z
  .strictObject(fields)
  .refine((step) => Object.keys(step).length === 1, 'must be one verb and its value, click say')
  .transform((step): Step => {
    const [[verb, what] = ['done', {}]] = Object.entries(step);
    // Each field is parsed by the schema of the verb that it is named after.
    return { verb, what } as Step;
  });

/** How a task is done, said once for all servers. */
export const Walkthrough = z.array(Step).min(1);
export type Walkthrough = z.infer<typeof Walkthrough>;
