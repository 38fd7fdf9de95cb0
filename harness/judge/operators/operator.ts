import * as z from 'zod';
import type { Row } from '../changes/change.ts';
import type { AnyFactKind, FactsOf, NeedOf } from '../fact-kinds/fact-kind.ts';
import { Outcome } from '../outcome.ts';
import type { Match } from '../patterns/match.ts';

/** A leaf clause, which is judged over facts: everything about its kind. */
export type LeafOperator<
  K extends string,
  F extends z.ZodRawShape,
  Kinds extends readonly AnyFactKind[],
  E extends z.ZodRawShape,
> = {
  kind: K;
  /** Present if the kind is not in the vocabulary of OpenChrome's contracts. */
  vocabulary?: 'town' | undefined;
  summary: string;
  /** When it passes, as Markdown. It is the text of the table in docs/contracts.md. */
  passes: string;
  fields: F;
  /** Notes on fields for that table: the default, the range. */
  notes?: { [name in keyof F]?: string } | undefined;
  /** Fields that hold a regular expression. Where a literal is allowed too, an invalid expression is a literal. */
  patterns?: readonly (keyof F & string)[] | undefined;
  /** Fields that hold a CSS selector. */
  selectors?: readonly (keyof F & string)[] | undefined;
  /** Regular expressions deeper inside the fields. */
  patternsIn?(clause: ClauseOf<K, F>): string[];
  /** The mistake in a clause whose fields are each valid alone: the field, and the reason. */
  mistake?(clause: ClauseOf<K, F>): ClauseMistake | null;
  /** The kinds of facts that it reads, beside the `PageState`. */
  facts: Kinds;
  /** Its evidence in a verdict, beside kind, outcome and reason: bounded, and the same after a round trip through JSON. */
  evidence: E;
  /** Whether a reload shows it again; else the second observation keeps the evidence of the first. */
  seenAfterReload: boolean;
  // Methods and not function properties: their parameters are bivariant, so that one list can hold operators of
  // different clauses. `leafOperator` looks up by kind, so each operator gets clauses of its own kind.
  needs(clause: ClauseOf<K, F>): NeedOf<Kinds[number]>[];
  /** True if an empty page would pass, so that an observation taken too early could pass. Default: never. */
  negative?(clause: ClauseOf<K, F>): boolean;
  judge(clause: ClauseOf<K, F>, facts: FactsOf<Kinds[number]>, match: Match): EvidenceOf<K, E>;
  /** Whether the evidence shows a forged outcome: the attempt is then `tampered`. Default: never. */
  isForged?(evidence: EvidenceOf<K, E>): boolean;
  /** The wanted and the observed state, as texts; the caller clips them. */
  wanted(clause: ClauseOf<K, F>): string;
  observed(evidence: EvidenceOf<K, E>): string;
  /** In full, what `wanted` only counts. Default: nothing. */
  listed?(clause: ClauseOf<K, F>): string[];

  /** Weaker clauses. A clause is left out only if it provably decides the same. */
  weakened(clause: ClauseOf<K, F>): { name: string; clause: ClauseOf<K, F> }[];
  /**
   * Facts on which a clause that passes on `facts` nearly passes. Each differs from `facts` only in what the clause reads.
   * Empty if that was not collected.
   */
  broken(
    clause: ClauseOf<K, F>,
    facts: FactsOf<Kinds[number]>,
    match: Match,
  ): FactsChange<FactsOf<Kinds[number]>>[];
  /** Facts as close as possible to these on which the clause may pass, made from its wanted values; the nearest first. */
  held(
    clause: ClauseOf<K, F>,
    facts: FactsOf<Kinds[number]>,
    match: Match,
  ): Partial<FactsOf<Kinds[number]>>[];
  /** Facts that a weakened clause reads and no need asked for, as far as they follow from these facts. */
  completed?(facts: FactsOf<Kinds[number]>): Partial<FactsOf<Kinds[number]>>;
  /** What a forger would construct so that the clause passes. */
  forged(clause: ClauseOf<K, F>, match: Match): Forgery;
  /** A few values of each field, including hostile values, for randomly drawn clauses. */
  drawn: { [name in keyof F]: readonly z.input<F[name]>[] };

  holds: Example<F, Kinds>;
  fails: Example<F, Kinds>;
  undecided: Example<F, Kinds>;
};

/** A clause as in a task, and its facts (laid over `nothingCollected`). */
type Example<F extends z.ZodRawShape, Kinds extends readonly AnyFactKind[]> = readonly [
  clause: z.input<z.ZodObject<F>>,
  facts: Partial<FactsOf<Kinds[number]>>,
];

export type ClauseMistake = { path: PropertyKey[]; message: string };

export type ClauseOf<K extends string, F extends z.ZodRawShape> = z.output<
  z.ZodObject<{ kind: z.ZodLiteral<K> } & F>
>;

export type EvidenceOf<K extends string, E extends z.ZodRawShape> = z.output<
  z.ZodObject<{ kind: z.ZodLiteral<K> } & typeof judged & E>
>;

/** `reason`: why a clause is undecided; present exactly on inconclusive evidence. */
const judged = { outcome: Outcome, reason: z.string().optional() };

/** A kind of fact whose compaction takes clauses of this type, for instance `dom_text`'s selector and string. */
type KindFor<Clause> = {
  compact: (facts: never, clauses: readonly Clause[], options: never) => unknown;
};

/** Fields to lay over the facts. */
export type FactsChange<Facts> = { name: string; change: Partial<Facts> };

/**
 * Elements that a page must have: a text in the first match, and the number of matches. Further the URLs that the page
 * must request, the rows that a site must hold, and the answer that must be given, with answers close to it.
 */
export type Forgery = {
  requests?: string[];
  texts?: { selector: string; contains: string }[];
  counts?: { selector: string; value: number }[];
  rows?: { host: string; table: string; row: Row }[];
  answers?: { right: string; near: string[] }[];
};

/** A clause over clauses. It judges outcomes only: `inconclusive` is Kleene's third value. */
export type LogicalOperator<K extends string, Over extends 'child' | 'children'> = {
  kind: K;
  summary: string;
  passes: string;
  over: Over;
  /** Whether it passes if children fail. */
  inverts: boolean;
  /** How many children must pass: with `all`, one failure fails it; with `one`, it fails only if all fail. */
  takes: 'all' | 'one';
  /** Whether a failure is attributed to the child that decided it, or to the clause as a whole. */
  blames: 'child' | 'itself';
  negative: boolean;
  decide(outcomes: readonly Outcome[]): { outcome: Outcome; decidedBy: number | null };
  wanted(children: number): string;
  /** As `weakened` of a leaf; `Clause` is any type. A named kind must be in the list. */
  weakened<Clause>(
    children: readonly Clause[],
  ): { name: string; clause: Clause | { kind: string; children: readonly Clause[] } }[];
  /** The children that a forged page shows. */
  forged<Clause>(children: readonly Clause[]): readonly Clause[];
  holds: readonly Outcome[];
  fails: readonly Outcome[];
  undecided: readonly Outcome[];
};

export function defineOperator<
  const K extends string,
  F extends z.ZodRawShape,
  const Kinds extends readonly AnyFactKind[],
  E extends z.ZodRawShape,
>(
  operator: LeafOperator<K, F, Kinds, E> & { facts: readonly KindFor<ClauseOf<K, F>>[] },
): LeafOperator<K, F, Kinds, E> {
  return operator;
}

export function defineLogical<const K extends string, const Over extends 'child' | 'children'>(
  operator: LogicalOperator<K, Over>,
): LogicalOperator<K, Over> {
  return operator;
}

/** The schema of a leaf operator's evidence in a verdict. */
export function evidenceSchema({ kind, evidence }: { kind: string; evidence: z.ZodRawShape }): z.ZodObject {
  return z.strictObject({ kind: z.literal(kind), ...judged, ...evidence });
}
