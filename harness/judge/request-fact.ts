import * as z from 'zod';

/** `atMs` counts from the start of the episode, as the marks do. `status` is null while unanswered or failed. */
export const RequestFact = z.strictObject({
  url: z.string(),
  /** Characters of the whole URL, only where `url` is its beginning. Too long to be matched, so cut is as good. */
  urlLength: z.int().optional(),
  status: z.int().nullable(),
  atMs: z.number(),
});
export type RequestFact = z.infer<typeof RequestFact>;
