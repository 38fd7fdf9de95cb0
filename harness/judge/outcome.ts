import * as z from 'zod';

export const Outcome = z.enum(['passed', 'failed', 'inconclusive']);
export type Outcome = z.infer<typeof Outcome>;
