import * as z from 'zod';
import { DialogFact, Mark } from './facts.ts';

export const Outcome = z.enum(['passed', 'failed', 'inconclusive']);
export type Outcome = z.infer<typeof Outcome>;

export const ComparisonOp = z.enum(['eq', 'gte', 'lte'], 'must be one of eq, gte, lte');
export type ComparisonOp = z.infer<typeof ComparisonOp>;

/** `reason`: why a clause could not be decided; set exactly on inconclusive evidence. */
const judged = { outcome: Outcome, reason: z.string().optional() };

const UrlEvidence = z.strictObject({
  kind: z.literal('url'),
  ...judged,
  pattern: z.string(),
  observed: z.string().nullable(),
});

const DomTextEvidence = z.strictObject({
  kind: z.literal('dom_text'),
  ...judged,
  selector: z.string(),
  wanted: z.string(),
  /** At most 240 characters of the observed text; null where no element matched. */
  preview: z.string().nullable(),
  length: z.int().nonnegative().nullable(),
  nearMiss: z.enum(['whitespace', 'case']).optional(),
});

const DomCountEvidence = z.strictObject({
  kind: z.literal('dom_count'),
  ...judged,
  selector: z.string(),
  op: ComparisonOp,
  wanted: z.int().nonnegative(),
  observed: z.int().nonnegative().nullable(),
});

const NetworkEvidence = z.strictObject({
  kind: z.literal('network'),
  ...judged,
  urlPattern: z.string(),
  statusIn: z.array(z.int()),
  since: Mark,
  scanned: z.int().nonnegative(),
  /** Requests since the mark that match both the URL and a status. */
  matched: z.int().nonnegative(),
  /** The last request since the mark whose URL matched, whatever its status. */
  lastMatch: z.strictObject({ url: z.string(), status: z.int().nullable() }).nullable(),
});

const ScreenshotClassEvidence = z.strictObject({
  kind: z.literal('screenshot_class'),
  ...judged,
  classId: z.string(),
  limit: z.int(),
  distance: z.int().nullable(),
  nearest: z.string().nullable(),
});

const NoDialogEvidence = z.strictObject({
  kind: z.literal('no_dialog'),
  ...judged,
  open: DialogFact.nullable(),
});

const leafEvidences = [
  UrlEvidence,
  DomTextEvidence,
  DomCountEvidence,
  NetworkEvidence,
  ScreenshotClassEvidence,
  NoDialogEvidence,
] as const;
export type LeafEvidence = z.infer<(typeof leafEvidences)[number]>;

export type LogicalEvidence = {
  kind: 'and' | 'or' | 'not';
  outcome: Outcome;
  /** That of the child that decided. */
  reason?: string | undefined;
  /** Index of the first child that decided the outcome; null where every child was needed. */
  decidedBy: number | null;
  children: Evidence[];
};

export type Evidence = LeafEvidence | LogicalEvidence;

export const Evidence: z.ZodType<Evidence> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    ...leafEvidences,
    z.strictObject({
      kind: z.enum(['and', 'or', 'not']),
      ...judged,
      decidedBy: z.int().nullable(),
      children: z.array(Evidence),
    }),
  ]),
);

/** One clause as a person would point at it, e.g. `postconditions[1].children[2] (dom_text match)`. */
export const ClauseVerdict = z.strictObject({
  name: z.string(),
  outcome: Outcome,
  /** What was wanted and what was seen, in words, each at most 160 characters. */
  wanted: z.string(),
  observed: z.string(),
});
export type ClauseVerdict = z.infer<typeof ClauseVerdict>;

export const Verdict = z.strictObject({
  outcome: Outcome,
  evidence: Evidence,
  /** Every clause below the root in document order; the root itself only where it is no `and`. */
  clauses: z.array(ClauseVerdict),
  /** The first clause that decided the failure; null unless the outcome is `failed`. */
  failed: ClauseVerdict.nullable(),
});
export type Verdict = z.infer<typeof Verdict>;
