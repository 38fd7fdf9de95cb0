import type * as z from 'zod';
import type { Contract, LeafClause, LogicalClause } from './contract.ts';
import type { AnyFactKind } from './fact-kinds/fact-kind.ts';
import type { Facts, Need } from './facts.ts';
import { operators } from './operators/index.ts';
import type { ClauseMistake, FactsChange, Forgery, LogicalOperator } from './operators/operator.ts';
import type { Match } from './patterns/match.ts';
import type { LeafEvidence, LogicalEvidence } from './verdict.ts';

/** A leaf operator whose kind is not known statically. */
export type AnyLeafOperator = {
  kind: LeafEvidence['kind'];
  vocabulary?: 'town' | undefined;
  summary: string;
  passes: string;
  fields: z.ZodRawShape;
  notes?: Readonly<Record<string, string | undefined>> | undefined;
  patterns?: readonly string[] | undefined;
  selectors?: readonly string[] | undefined;
  patternsIn?(clause: LeafClause): string[];
  mistake?(clause: LeafClause): ClauseMistake | null;
  facts: readonly AnyFactKind[];
  evidence: z.ZodRawShape;
  seenAfterReload: boolean;
  needs(clause: LeafClause): Need[];
  negative?(clause: LeafClause): boolean;
  judge(clause: LeafClause, facts: Facts, match: Match): LeafEvidence;
  isForged?(evidence: LeafEvidence): boolean;
  wanted(clause: LeafClause): string;
  observed(evidence: LeafEvidence): string;
  listed?(clause: LeafClause): string[];
  weakened(clause: LeafClause): { name: string; clause: LeafClause }[];
  broken(clause: LeafClause, facts: Facts, match: Match): FactsChange<Facts>[];
  held(clause: LeafClause, facts: Facts, match: Match): Partial<Facts>[];
  completed?(facts: Facts): Partial<Facts>;
  forged(clause: LeafClause, match: Match): Forgery;
  drawn: Readonly<Record<string, readonly unknown[]>>;
  holds: Example;
  fails: Example;
  undecided: Example;
};
type Example = readonly [clause: object, facts: Partial<Facts>];
export type AnyLogicalOperator = LogicalOperator<LogicalEvidence['kind'], 'child' | 'children'>;

const leaves = new Map<string, AnyLeafOperator>();
const logicals = new Map<string, AnyLogicalOperator>();
for (const operator of operators) {
  if ('fields' in operator) leaves.set(operator.kind, operator);
  else logicals.set(operator.kind, operator);
}

export const kinds: readonly string[] = operators.map(({ kind }) => kind);
export const leafOperators: readonly AnyLeafOperator[] = [...leaves.values()];
export const logicalOperators: readonly AnyLogicalOperator[] = [...logicals.values()];

/** `undefined` for an unknown kind, even for a hostile name. */
export function findOperator(kind: string): AnyLeafOperator | AnyLogicalOperator | undefined {
  return leaves.get(kind) ?? logicals.get(kind);
}

export function isLogical(clause: Contract): clause is LogicalClause {
  return logicals.has(clause.kind);
}

export function leafOperator(clause: LeafClause): AnyLeafOperator {
  return registered(leaves.get(clause.kind), clause);
}

export function logicalOperator(clause: LogicalClause): AnyLogicalOperator {
  return registered(logicals.get(clause.kind), clause);
}

export function childrenOf(clause: LogicalClause): readonly Contract[] {
  return 'child' in clause ? [clause.child] : clause.children;
}

/** The leaf clauses, in document order. */
export function leavesOf(contract: Contract): LeafClause[] {
  return isLogical(contract) ? childrenOf(contract).flatMap(leavesOf) : [contract];
}

function registered<T>(operator: T | undefined, clause: Contract): T {
  if (operator === undefined) throw new TypeError(`no such clause: ${clause.kind}`);
  return operator;
}
