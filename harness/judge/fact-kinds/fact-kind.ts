import type * as z from 'zod';
import type { Allowance } from '../compact/allowances.ts';
import type { PageState } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';

/** A kind of fact that the harness collects for the clauses that need it, beside the `PageState`. */
export type FactKind<
  Name extends string,
  Asked extends 'each' | 'whole',
  Shape extends z.ZodRawShape,
  Clause,
> = {
  /** The name in a need: `{ text: 'h1' }`, `{ requests: true }`. Its gatherer has the same name. */
  name: Name;
  /** `each`: requested by a string, such as a selector. `whole`: there is only one. */
  asked: Asked;
  /**
   * The fields of `Facts` that it fills: JSON, and bounded after compaction. They are optional and absent if no clause needs
   * them, so that saved facts of other clauses stay the same, byte for byte.
   */
  shape: Shape;
  /** Values of those fields if no clause needs this kind. */
  nothing: z.output<z.ZodObject<Shape>>;
  /**
   * Keeps what these clauses can use, within the allowance; the verdict must equal the verdict over the whole. `clauses`:
   * all clauses whose operators use this kind. A method, so that kinds of different clauses fit into one list.
   */
  compact(
    facts: z.output<z.ZodObject<Shape>> & PageState,
    clauses: readonly Clause[],
    options: { allowance: Allowance; match: Match },
  ): z.output<z.ZodObject<Shape>>;
};

/** A kind whose type is not known statically. */
export type AnyFactKind = FactKind<string, 'each' | 'whole', z.ZodRawShape, never>;

export type NeedOf<Kind> = Kind extends { name: infer Name extends string; asked: infer Asked }
  ? { [name in Name]: Asked extends 'each' ? string : true }
  : never;

/** The fields of these kinds, and the page state. */
export type FactsOf<Kind> = Flat<PageState & AllOf<FieldsOf<Kind>>>;

type FieldsOf<Kind> = Kind extends { shape: infer Shape extends z.ZodRawShape }
  ? z.output<z.ZodObject<Shape>>
  : never;
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Flat<T> = { [key in keyof T]: T[key] };

export function defineFactKind<
  const Name extends string,
  const Asked extends 'each' | 'whole',
  Shape extends z.ZodRawShape,
  Clause,
>(kind: FactKind<Name, Asked, Shape, Clause>): FactKind<Name, Asked, Shape, Clause> {
  return kind;
}

/** An own property only: a selector may be `constructor`. */
export function ownFact<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
