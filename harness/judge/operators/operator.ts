import * as z from 'zod';
import type { Row } from '../changes/change.ts';
import type { AnyFactKind, FactsOf, NeedOf } from '../fact-kinds/fact-kind.ts';
import { Outcome } from '../outcome.ts';
import type { Match } from '../patterns/match.ts';

/** A clause that looks at the browser: all that is known of its kind. */
export type LeafOperator<
  K extends string,
  F extends z.ZodRawShape,
  Kinds extends readonly AnyFactKind[],
  E extends z.ZodRawShape,
> = {
  kind: K;
  /** Named where it is not the vocabulary of OpenChrome's contracts. */
  vocabulary?: 'town' | undefined;
  summary: string;
  /** When it passes, in Markdown, for the table in docs/contracts.md. */
  passes: string;
  fields: F;
  /** What a reader of that table must know of a field: its default, its range. */
  notes?: { [name in keyof F]?: string } | undefined;
  /** Fields with a regular expression in them; where it may be a literal too, one that does not parse is. */
  patterns?: readonly (keyof F & string)[] | undefined;
  /** Fields with a CSS selector in them. */
  selectors?: readonly (keyof F & string)[] | undefined;
  /** Regular expressions deeper in its fields. */
  patternsIn?(clause: ClauseOf<K, F>): string[];
  /** What is wrong with a clause of which each field by itself is right: the field, and why. */
  mistake?(clause: ClauseOf<K, F>): ClauseMistake | null;
  /** The kinds of facts that it reads, beside the `PageState`. */
  facts: Kinds;
  /** What a verdict says of it, beside kind, outcome and reason: bounded, the same after a trip through JSON. */
  evidence: E;
  /** Whether a reload shows it again; else the second observation keeps what the first one saw. */
  seenAfterReload: boolean;
  // Methods rather than function properties: their parameters are bivariant, so that one list can hold
  // operators of different clauses. `leafOperator` looks up by kind, so each is handed its own.
  needs(clause: ClauseOf<K, F>): NeedOf<Kinds[number]>[];
  /** True where an empty page would pass, so that a look taken too early could. Default: never. */
  negative?(clause: ClauseOf<K, F>): boolean;
  judge(clause: ClauseOf<K, F>, facts: FactsOf<Kinds[number]>, match: Match): EvidenceOf<K, E>;
  /** What is wanted and what was seen, in words; clipped by the caller. */
  wanted(clause: ClauseOf<K, F>): string;
  observed(evidence: EvidenceOf<K, E>): string;
  /** What `wanted` only counts, whole. Default: nothing. */
  listed?(clause: ClauseOf<K, F>): string[];

  /** Clauses that ask for less. What can be shown to decide the same is left out, and nothing else. */
  weakened(clause: ClauseOf<K, F>): { name: string; clause: ClauseOf<K, F> }[];
  /**
   * Facts on which a clause that holds on `facts` nearly does: each differs in what that clause looks at alone. Empty
   * where what it looks at was not collected.
   */
  broken(
    clause: ClauseOf<K, F>,
    facts: FactsOf<Kinds[number]>,
    match: Match,
  ): FactsChange<FactsOf<Kinds[number]>>[];
  /** Facts as near to these as may be on which the clause may hold, made out of what it wants; the nearest first. */
  held(
    clause: ClauseOf<K, F>,
    facts: FactsOf<Kinds[number]>,
    match: Match,
  ): Partial<FactsOf<Kinds[number]>>[];
  /** What a weakened clause looks at and no need asked for, as far as these facts tell it. */
  completed?(facts: FactsOf<Kinds[number]>): Partial<FactsOf<Kinds[number]>>;
  /** What a forger would make up for it to hold. */
  forged(clause: ClauseOf<K, F>, match: Match): Forgery;
  /** Few values of each field, hostile ones among them, for clauses drawn at random. */
  drawn: { [name in keyof F]: readonly z.input<F[name]>[] };

  holds: Example<F, Kinds>;
  fails: Example<F, Kinds>;
  undecided: Example<F, Kinds>;
};

/** A clause as a task would have it, and the facts it is judged over (laid over `nothingCollected`). */
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

/** `reason`: why a clause could not be decided; set exactly on inconclusive evidence. */
const judged = { outcome: Outcome, reason: z.string().optional() };

/** A kind of fact whose compaction takes clauses such as these: `dom_text`'s selector and string, for instance. */
type KindFor<Clause> = {
  compact: (facts: never, clauses: readonly Clause[], options: never) => unknown;
};

/** What is to be laid over the facts. */
export type FactsChange<Facts> = { name: string; change: Partial<Facts> };

/**
 * Elements that a page must have, with a text in the first that matches, and so many that match; and the URLs that it
 * would have to ask for. And what a site would have to hold, and what would have to be said, with answers near to it.
 */
export type Forgery = {
  requests?: string[];
  texts?: { selector: string; contains: string }[];
  counts?: { selector: string; value: number }[];
  rows?: { host: string; table: string; row: Row }[];
  answers?: { right: string; near: string[] }[];
};

/** A clause over clauses. Judges outcomes only: `inconclusive` is Kleene's third value. */
export type LogicalOperator<K extends string, Over extends 'child' | 'children'> = {
  kind: K;
  summary: string;
  passes: string;
  over: Over;
  /** Whether it passes where children fail. */
  inverts: boolean;
  /** How many children it takes for it to pass; to fail it takes one of `all`, and all of `one`. */
  takes: 'all' | 'one';
  /** Whether a failure is pinned on the child that decided it, or is that of the clause as a whole. */
  blames: 'child' | 'itself';
  negative: boolean;
  decide(outcomes: readonly Outcome[]): { outcome: Outcome; decidedBy: number | null };
  wanted(children: number): string;
  /** As a leaf's; `Clause` is any. A kind that is named here must be one of the list. */
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

/** The schema of what a leaf operator leaves in a verdict. */
export function evidenceSchema({ kind, evidence }: { kind: string; evidence: z.ZodRawShape }): z.ZodObject {
  return z.strictObject({ kind: z.literal(kind), ...judged, ...evidence });
}
