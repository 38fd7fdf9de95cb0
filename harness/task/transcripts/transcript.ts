import * as z from 'zod';
import { Reference } from './session-values.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const TranscriptHeader = z.strictObject({
  kind: z.literal('header'),
  schema: z.literal('contract-bench.transcript.v1'),
  task: z.string(),
  /** Digest of what the agent got, without the contract; see `givenSha256`. */
  givenSha256: sha256,
  /** A digest of each part of it; see `givenDigests`. Absent in older recordings. */
  given: z
    .strictObject({
      goal: sha256,
      startUrl: sha256,
      setup: sha256,
      seed: sha256.optional(),
      skill: sha256.optional(),
    })
    .optional(),
  server: z.strictObject({ id: z.string(), version: z.string(), toolsSha256: sha256 }),
  adapter: z.string(),
  model: z.string().nullable(),
  web: z.string(),
  recordedAt: z.iso.datetime(),
});
export type TranscriptHeader = z.infer<typeof TranscriptHeader>;

export const TranscriptCall = z.strictObject({
  kind: z.literal('tool_call'),
  seq: z.int().positive(),
  tool: z.string().min(1),
  /** In the stored form: a value that is random per session is `{"$answer": seq, "find": pattern}`. */
  args: z.record(z.string(), z.json()),
  args_digest_sha256: sha256,
  response_kind: z.enum(['text', 'image', 'mixed', 'empty']),
  response_bytes: z.int().nonnegative(),
  /** Absent in older recordings. */
  response_is_error: z.boolean().optional(),
});
export type TranscriptCall = z.infer<typeof TranscriptCall>;

const TranscriptEnd = z.strictObject({
  kind: z.literal('end'),
  reason: z.string(),
  calls: z.int().nonnegative(),
  finalUrl: z.string(),
  /** The agent's answer, stored like a value of a call's arguments. */
  answer: z.union([z.string(), Reference]).optional(),
  status: z.literal('passed'),
});
type TranscriptEnd = z.infer<typeof TranscriptEnd>;

/** One line of a transcript file; the header comes first, the end last. */
export const TranscriptLine = z.discriminatedUnion('kind', [TranscriptHeader, TranscriptCall, TranscriptEnd]);
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** Recorded tool calls of one task on one server. */
export type Transcript = { header: TranscriptHeader; calls: TranscriptCall[]; end: TranscriptEnd };

/** Why a transcript no longer matches its task, server or page. Drift is never tolerated. */
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
  /** Sequence number of the call, or the line of a malformed transcript; null if no step caused it. */
  step: z.int().nonnegative().nullable(),
  expected: z.string(),
  actual: z.string(),
});
export type Drift = z.infer<typeof Drift>;
