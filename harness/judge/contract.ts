import * as z from 'zod';
import { operators } from './operators/index.ts';
import type { ClauseMistake, ClauseOf } from './operators/operator.ts';

type Operator = (typeof operators)[number];
type LeafOf<O> = O extends { kind: infer K extends string; fields: infer F extends z.ZodRawShape }
  ? ClauseOf<K, F>
  : never;
type KindOver<Over> = Extract<Operator, { over: Over }>['kind'];

export type LeafClause = LeafOf<Operator>;
export type LogicalClause =
  | { kind: KindOver<'children'>; children: Contract[] }
  | { kind: KindOver<'child'>; child: Contract };
/** An assertion tree over the final page, see docs/contracts.md. */
export type Contract = LeafClause | LogicalClause;

const Clause: z.ZodType<Contract> = z.lazy(() => {
  const [first, ...others] = operators;
  const schemas = [clauseSchema(first), ...others.map(clauseSchema)] as const;
  // `clauseSchema` loses which schema belongs to which operator; `LeafOf` and `LogicalClause` restore it.
  return z.discriminatedUnion('kind', schemas) as unknown as z.ZodType<Contract>;
});

function clauseSchema(operator: Operator): z.ZodObject {
  const kind = z.literal(operator.kind);
  if ('fields' in operator) {
    const { mistake } = operator as { mistake?(clause: never): ClauseMistake | null };
    const schema = z.strictObject({ kind, ...operator.fields });
    if (mistake === undefined) return schema;
    return schema.superRefine((clause, context) => {
      const found = mistake(clause as never); // of this operator, by the schema above
      if (found !== null) context.addIssue({ code: 'custom', ...found });
    });
  }
  return operator.over === 'child'
    ? z.strictObject({ kind, child: Clause })
    : z.strictObject({ kind, children: z.array(Clause).min(1, 'must hold at least one clause') });
}

/**
 * Strict: an unknown kind or field is an error. The size is checked first, so that a value that contains itself (YAML
 * allows it) ends in an error and not in a stack overflow. `validateContract` also checks patterns and gives messages
 * that an author can act on.
 */
export const Contract = z.preprocess((raw, context) => {
  const { nodes, levels } = measure(raw);
  if (nodes <= contractLimits.nodes && levels <= contractLimits.levels) return raw;
  context.addIssue({
    code: 'custom',
    message: `must have at most ${contractLimits.nodes} clauses and ${contractLimits.levels} levels`,
  });
  return z.NEVER;
}, Clause);

export const contractLimits = { nodes: 64, levels: 16 } as const;

/** Counting stops here: enough to report by how much a contract is too large. */
export const maxCounted = 1000;

/** Counts clauses and levels of a possible contract, at most up to `maxCounted`, because the value may be hostile. */
export function measure(raw: unknown): { nodes: number; levels: number } {
  let nodes = 0;
  let levels = 0;
  const visit = (clause: unknown, level: number) => {
    nodes += 1;
    levels = Math.max(levels, level);
    if (level > contractLimits.levels) return;
    for (const child of childrenOf(clause)) {
      // The length of an array can claim four thousand million children.
      if (nodes >= maxCounted) return;
      visit(child, level + 1);
    }
  };
  visit(raw, 1);
  return { nodes, levels };
}

function childrenOf(clause: unknown): Iterable<unknown> {
  if (clause === null || typeof clause !== 'object') return [];
  const { child, children } = clause as { child?: unknown; children?: unknown };
  if (Array.isArray(children)) return children;
  return child === undefined ? [] : [child];
}
