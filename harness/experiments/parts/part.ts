import type * as z from 'zod';
import type { MeasurementContext, Subject } from '../measurements/measurement.ts';

/** What one part of `servers measure` measures, without `at`, `sha`, `browser`, `machine`, which the command adds. */
export type PartWork<Found> = {
  /** The part's own fields, with `editionSha256`, a digest of the pages and exercises. */
  schema: z.ZodType<Found>;
  /** Prepares what all servers share, then measures one after the other. Throws `UserError`. */
  open(around: MeasurementContext): Promise<(subject: Subject) => Promise<Found>>;
  /** Differences from a stored part, one line each, for `--check`; times left out. */
  differ(stored: Found, found: Found): string[];
  /** Lines for the terminal. */
  lines(found: Found): string[];
};
