import type * as z from 'zod';
import type { Facts, Need } from '../facts.ts';
import type { FactsView } from '../facts-view.ts';
import type { LeafEvidence, LogicalEvidence, Outcome } from '../verdict.ts';

type LeafKind = LeafEvidence['kind'];
type LogicalKind = LogicalEvidence['kind'];

/** A clause that looks at the browser. */
export type LeafOperator<K extends LeafKind, F extends z.ZodRawShape> = {
  kind: K;
  summary: string;
  fields: F;
  /** Fields with a regular expression in them; where it may be a literal too, one that does not parse is. */
  patterns?: readonly (keyof F & string)[] | undefined;
  /** Whether a reload shows it again; else the second look keeps what the first one saw. */
  seenAfterReload: boolean;
  // Methods rather than function properties: their parameters are bivariant, so that one list can hold
  // operators of different clauses. `operatorOf` looks up by kind, so each is handed its own.
  needs(clause: ClauseOf<K, F>): Need[];
  /** True where an empty page would pass, so that a look taken too early could. Default: never. */
  negative?(clause: ClauseOf<K, F>): boolean;
  judge(clause: ClauseOf<K, F>, facts: FactsView): Extract<LeafEvidence, { kind: K }>;
  /** What is wanted and what was seen, in words; clipped by the caller. */
  wanted(clause: ClauseOf<K, F>): string;
  observed(evidence: Extract<LeafEvidence, { kind: K }>): string;
  holds: Example<F>;
  fails: Example<F>;
  undecided: Example<F>;
};

/** A clause as a task would have it, and the facts it is judged over (laid over `nothingCollected`). */
type Example<F extends z.ZodRawShape> = readonly [clause: z.input<z.ZodObject<F>>, facts: Partial<Facts>];

export type ClauseOf<K extends string, F extends z.ZodRawShape> = z.output<
  z.ZodObject<{ kind: z.ZodLiteral<K> } & F>
>;

/** A clause over clauses. Judges outcomes only: `inconclusive` is Kleene's third value. */
export type LogicalOperator<K extends LogicalKind, Over extends 'child' | 'children'> = {
  kind: K;
  summary: string;
  over: Over;
  /** Whether a failure is pinned on the child that decided it, or is that of the clause as a whole. */
  blames: 'child' | 'itself';
  negative: boolean;
  decide(outcomes: readonly Outcome[]): Pick<LogicalEvidence, 'outcome' | 'decidedBy'>;
  wanted(children: number): string;
  holds: readonly Outcome[];
  fails: readonly Outcome[];
  undecided: readonly Outcome[];
};

export function defineOperator<const K extends LeafKind, F extends z.ZodRawShape>(
  operator: LeafOperator<K, F>,
): LeafOperator<K, F> {
  return operator;
}

export function defineLogical<const K extends LogicalKind, const Over extends 'child' | 'children'>(
  operator: LogicalOperator<K, Over>,
): LogicalOperator<K, Over> {
  return operator;
}
