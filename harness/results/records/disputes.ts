import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

const day = z.iso.date();

/** The parts of a release whose cells can be disputed. */
const disputedParts = ['honesty', 'reach', 'capabilities'] as const;
export type DisputedPart = (typeof disputedParts)[number];

const DisputedCell = z.strictObject({
  release: z.string().min(1).describe('As its record is named: `<id>[+<variant>]@<version>`.'),
  part: z.enum(disputedParts),
  id: z.string().min(1).describe('A trap, `<road>--<target>`, or a capability.'),
});
export type DisputedCell = z.infer<typeof DisputedCell>;

/** A claim that a published row, verdict or cell is wrong, and its outcome. */
export const Dispute = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    opened: day,
    /** The disputed run of a commit, or one of its tasks; null for a dispute about a task or a document. */
    sha: z.string().nullable(),
    runId: z.string().nullable(),
    taskId: z.string().nullable(),
    /** The disputed cell of the record of a release; null for a dispute about something else. */
    cell: DisputedCell.nullable().default(null),
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
  )
  .refine(
    ({ cell, sha, runId, taskId }) => cell === null || [sha, runId, taskId].every((each) => each === null),
    { error: 'sha, runId and taskId must be null in a dispute about a cell of a server' },
  );
export type Dispute = z.infer<typeof Dispute>;

const Disputes = z.strictObject({
  schema: z.literal('contract-bench.disputes.v1'),
  disputes: z.array(Dispute),
});

/** Newest first, those of one day in the order of the file. Throws UserError with the fault of the file. */
export function readDisputes(file: string): Dispute[] {
  const { disputes } = readJson(file, Disputes);
  return disputes.toSorted((a, b) => b.opened.localeCompare(a.opened));
}
