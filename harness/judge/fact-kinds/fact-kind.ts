import type * as z from 'zod';
import type { Allowance } from '../compact/allowances.ts';
import type { PageState } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';

/** What the harness can collect of a page for the clauses that ask for it, beside the `PageState`. */
export type FactKind<
  Name extends string,
  Asked extends 'each' | 'whole',
  Shape extends z.ZodRawShape,
  Clause,
> = {
  /** What a need calls it: `{ text: 'h1' }`, `{ requests: true }`. What gathers it has the same name. */
  name: Name;
  /** `each`: asked for by a string, such as a selector. `whole`: there is one of it. */
  asked: Asked;
  /**
   * The fields of `Facts` that it fills: JSON, and bounded once they are compact. Optional, and left out where no clause
   * asks for them, so that saved facts of other clauses stay what they were, byte for byte.
   */
  shape: Shape;
  /** Those fields where no clause asks for it. */
  nothing: z.output<z.ZodObject<Shape>>;
  /**
   * No more than these clauses can use, within the allowance; judged, it must come out as the whole does. `clauses` are
   * all those whose operators carry this kind. A method, so that kinds of different clauses fit one list.
   */
  compact(
    facts: z.output<z.ZodObject<Shape>> & PageState,
    clauses: readonly Clause[],
    options: { allowance: Allowance; match: Match },
  ): z.output<z.ZodObject<Shape>>;
};

/** A kind when one does not know which. */
export type AnyFactKind = FactKind<string, 'each' | 'whole', z.ZodRawShape, never>;

export type NeedOf<Kind> = Kind extends { name: infer Name extends string; asked: infer Asked }
  ? { [name in Name]: Asked extends 'each' ? string : true }
  : never;

/** The fields of these kinds, and what is known of every page. */
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

/** A selector may be called `constructor`. */
export function ownFact<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
