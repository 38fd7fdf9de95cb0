import * as z from 'zod';

/** What counted the tokens of a part. */
export const Tokenizer = z.strictObject({ name: z.string(), encoding: z.string(), version: z.string() });
