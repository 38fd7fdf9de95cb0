import * as z from 'zod';

/** Why a transcript no longer fits what it was recorded against. Drift is never tolerated. */
const DriftReason = z.enum([
  'malformed',
  'digest_mismatch',
  'missing_call',
  'extra_call',
  'task_changed',
  'tool_gone',
  'tool_schema_changed',
  'unbound_value',
  'response_kind_changed',
  'final_url_changed',
]);
export const Drift = z.strictObject({
  reason: DriftReason,
  /** Sequence number of the call, or the line of a malformed transcript; null where no step is to blame. */
  step: z.int().nonnegative().nullable(),
  expected: z.string(),
  actual: z.string(),
});
export type Drift = z.infer<typeof Drift>;
