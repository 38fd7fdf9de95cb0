import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

const day = z.iso.date();

/** A claim that a published row or verdict is wrong, and its outcome. */
export const Dispute = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    opened: day,
    /** The disputed run of a commit, or one of its tasks; null for a dispute about a task or a document. */
    sha: z.string().nullable(),
    runId: z.string().nullable(),
    taskId: z.string().nullable(),
    /** The alleged error. */
    claim: z.string().min(1),
    outcome: z.enum(['open', 'upheld', 'declined']),
    closed: day.nullable(),
    /** The findings and the measures taken; null while it is open. */
    answer: z.string().min(1).nullable(),
    url: z.url({ protocol: /^https$/ }).nullable(),
  })
  .refine(
    ({ outcome, ...end }) =>
      [end.closed, end.answer].every((each) => (each === null) === (outcome === 'open')),
    {
      error: 'closed and answer must be null while the dispute is open, and set once it is not',
    },
  );
export type Dispute = z.infer<typeof Dispute>;

const Disputes = z.strictObject({
  schema: z.literal('contract-bench.disputes.v1'),
  disputes: z.array(Dispute),
});

/** Newest first. Throws UserError with the fault of the file. */
export function readDisputes(file: string): Dispute[] {
  const { disputes } = readJson(file, Disputes);
  return disputes.toSorted((a, b) => (a.opened < b.opened ? 1 : -1));
}
