import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

const day = z.iso.date();

/** A published row or verdict that somebody said is wrong, and what became of it. */
export const Dispute = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    opened: day,
    /** What is disputed: a run of a commit, one of its tasks, or none where it is about a task or a document. */
    sha: z.string().nullable(),
    runId: z.string().nullable(),
    taskId: z.string().nullable(),
    /** What is said to be wrong. */
    claim: z.string().min(1),
    outcome: z.enum(['open', 'upheld', 'declined']),
    closed: day.nullable(),
    /** What was found and what was done; null while it is open. */
    answer: z.string().min(1).nullable(),
    url: z.url({ protocol: /^https$/ }).nullable(),
  })
  .refine(
    ({ outcome, ...end }) =>
      [end.closed, end.answer].every((each) => (each === null) === (outcome === 'open')),
    {
      error: 'closed and answer must be there when it is not open, and null while it is',
    },
  );
export type Dispute = z.infer<typeof Dispute>;

const Disputes = z.strictObject({
  schema: z.literal('contract-bench.disputes.v1'),
  disputes: z.array(Dispute),
});

/** Newest first. Throws what is wrong with the file. */
export function readDisputes(file: string): Dispute[] {
  const { disputes } = readJson(file, Disputes);
  return disputes.toSorted((a, b) => (a.opened < b.opened ? 1 : -1));
}
