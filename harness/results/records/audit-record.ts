import path from 'node:path';
import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';
import { ownId } from './custom-id.ts';
import { readServerRecords, serverRecordFields } from './server-records.ts';
import { statusNames } from './statuses.ts';

const count = z.int().nonnegative();

const End = z.enum([...statusNames, 'cannot']);
export type End = z.infer<typeof End>;

/** One negative control, which must not pass any task, over all tasks of a suite. */
const NegativeControl = z.strictObject({
  control: z.string(),
  does: z.string(),
  lacks: z.string().nullable().describe('Why it is not applicable to the server; null if it is applicable.'),
  played: count.describe('Attempts in a browser.'),
  made: count.describe(
    'End states and contracts that were made from saved facts and judged without a browser.',
  ),
  attacks: count.describe(
    'Played attempts with a tool call, or with an answer if the task asks for one. Attempts of controls without an attack do not count.',
  ),
  passed: count.describe('How many of all played and made ones passed; must be 0.'),
});
type AuditedNegativeControl = z.infer<typeof NegativeControl>;

const Right = z.strictObject({ played: count, passed: count });

const Wrong = z.strictObject({
  played: count,
  made: count,
  passed: count,
  kinds: count.optional().describe('The number of kinds of mistakes.'),
});

const AuditedTask = z.strictObject({
  task: z.string(),
  ends: z.record(z.string(), End).describe('By control. `cannot`: the attack could not be carried out.'),
  attacks: z.array(z.string()).describe('The controls whose attempt counts as an attack.'),
  right: z
    .record(z.string(), Right)
    .describe('Episodes that must pass, by kind: the recording, the oracle, other solution paths.'),
  wrong: z
    .record(z.string(), Wrong)
    .describe('Cases other than controls that must not pass: rejected end states (near misses), mutations.'),
});
export type AuditedTask = z.infer<typeof AuditedTask>;

/** The audit of a suite on one server: attempts that must not pass, and episodes that must pass. */
export const AuditRecord = z
  .strictObject({
    schema: z.literal('contract-bench.audit.v1'),
    suite: z.string(),
    edition: z.int().positive(),
    ...serverRecordFields,
    confined: z.boolean().describe('Whether every server was sandboxed (ran in namespaces of its own).'),
    controls: z.array(NegativeControl),
    tasks: z.array(AuditedTask).min(1),
    survivors: z.array(z.string()).describe('Mutations that no task detected, by name.'),
  })
  .superRefine(({ controls, tasks }, { addIssue }) => {
    for (const [index, control] of controls.entries()) {
      const counts = countsOf(control.control, tasks);
      for (const field of ['played', 'made', 'attacks', 'passed'] as const)
        if (control[field] !== counts[field])
          addIssue({
            code: 'custom',
            path: ['controls', index, field],
            message: `must be ${counts[field]}, the sum over the tasks`,
          });
    }
  });
export type AuditRecord = z.infer<typeof AuditRecord>;

type Counts = Pick<AuditedNegativeControl, 'played' | 'made' | 'attacks' | 'passed'>;

/** The counts of a control, or of a kind of rejected end states, over some tasks. */
export function countsOf(control: string, tasks: readonly AuditedTask[]): Counts {
  const counts = { played: 0, made: 0, attacks: 0, passed: 0 };
  for (const { ends, attacks, wrong } of tasks) {
    const end = ends[control];
    const { played, made, passed } = wrong[control] ?? { played: 0, made: 0, passed: 0 };
    counts.played += played + Number(end !== undefined);
    counts.made += made;
    counts.attacks += played + Number(attacks.includes(control));
    counts.passed += passed + Number(end === 'passed');
  }
  return counts;
}

/** Sorted by file name. Throws UserError. */
export function readAuditRecords(results: string): AuditRecord[] {
  return readServerRecords(results, 'audits', AuditRecord);
}

/** The file of the newest audit of a suite on a server. */
export function auditFile(results: string, { suite, server }: Pick<AuditRecord, 'suite' | 'server'>): string {
  return path.join(results, 'audits', `${suite}@${ownId(server.id)}.json`);
}

/** How many correct end states of each task were accepted. */
export const AcceptedEndsRecord = z.strictObject({
  schema: z.literal('contract-bench.right-ends.v1'),
  sha: z.string().nullable().describe('The commit of the harness; null outside a checkout.'),
  at: z.iso.datetime(),
  tasks: z.array(z.strictObject({ task: z.string(), played: count, believed: count })).min(1),
  refused: z.array(z.strictObject({ id: z.string(), why: z.string(), natural: z.boolean() })),
});
export type AcceptedEndsRecord = z.infer<typeof AcceptedEndsRecord>;

export function acceptedEndsFile(results: string): string {
  return path.join(results, 'right-ends.json');
}

/** Throws UserError. */
export function readAcceptedEndsRecord(results: string): AcceptedEndsRecord {
  return readJson(acceptedEndsFile(results), AcceptedEndsRecord);
}
