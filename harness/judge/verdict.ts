import * as z from 'zod';
import { operators } from './operators/index.ts';
import { type EvidenceOf, evidenceSchema } from './operators/operator.ts';
import { Outcome } from './outcome.ts';

type Operator = (typeof operators)[number];
type EvidenceFor<O> = O extends { kind: infer K extends string; evidence: infer E extends z.ZodRawShape }
  ? EvidenceOf<K, E>
  : never;

export type LeafEvidence = EvidenceFor<Operator>;

export type LogicalEvidence = {
  kind: Exclude<Operator, { fields: unknown }>['kind'];
  outcome: Outcome;
  /** The reason of the child that decided. */
  reason?: string | undefined;
  /** Index of the first child that decided the outcome; null if every child was needed. */
  decidedBy: number | null;
  children: Evidence[];
};

export type Evidence = LeafEvidence | LogicalEvidence;

export const Evidence: z.ZodType<Evidence> = z.lazy(() => {
  const logical = z.strictObject({
    kind: z.enum(operators.flatMap((operator) => ('fields' in operator ? [] : [operator.kind]))),
    outcome: Outcome,
    reason: z.string().optional(),
    decidedBy: z.int().nullable(),
    children: z.array(Evidence),
  });
  const leaves = operators.flatMap((operator) => ('fields' in operator ? [evidenceSchema(operator)] : []));
  // The list loses which schema belongs to which operator; `EvidenceFor` restores it.
  return z.discriminatedUnion('kind', [logical, ...leaves]) as unknown as z.ZodType<Evidence>;
});

/** One clause by its name, e.g. `postconditions[1].children[2] (dom_text match)`. */
export const ClauseVerdict = z.strictObject({
  name: z.string(),
  outcome: Outcome,
  /** The wanted and the observed state, as texts of at most 160 characters. */
  wanted: z.string(),
  observed: z.string(),
});
export type ClauseVerdict = z.infer<typeof ClauseVerdict>;

export const Verdict = z.strictObject({
  outcome: Outcome,
  evidence: Evidence,
  /** Every clause below the root in document order; the root itself only if it is not an `and`. */
  clauses: z.array(ClauseVerdict),
  /** The first clause that decided the failure; null unless the outcome is `failed`. */
  failed: ClauseVerdict.nullable(),
});
export type Verdict = z.infer<typeof Verdict>;
