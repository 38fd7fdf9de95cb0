import type { Contract } from './contract.ts';
import { childrenOf, findOperator, isLogical, logicalOperator } from './operator-of.ts';

/** A clause of a contract and where it stands; `path` and `name` are null for a root that stands for its children. */
export type ClauseAddress = {
  clause: Contract;
  /** `postconditions[1].children[2]` */
  path: string | null;
  /** As a verdict calls it: `postconditions[1].children[2] (dom_text match)`, `postconditions[1] (or)`. */
  name: string | null;
};

const rootName = 'postconditions';

/** A root of which every child must pass is the list of postconditions; any other root is the first of them. */
export function rootAddress(contract: Contract): ClauseAddress {
  const isList = isLogical(contract) && isListOfAll(contract.kind);
  return isList ? { clause: contract, path: null, name: null } : addressed(contract, `${rootName}[0]`);
}

/** The clauses right below one, in order; none for one that looks at the browser. */
export function childAddresses({ clause, path }: ClauseAddress): ClauseAddress[] {
  if (!isLogical(clause)) return [];
  const { over } = logicalOperator(clause);
  return childrenOf(clause).map((child, index) => {
    if (path === null) return addressed(child, `${rootName}[${index}]`);
    return addressed(child, over === 'child' ? `${path}.child` : `${path}.children[${index}]`);
  });
}

/** The name of a clause, also of a root that has none in a verdict: `postconditions (and)`. */
export function nameOfClause({ clause, name }: ClauseAddress): string {
  return name ?? `${rootName} (${clause.kind})`;
}

/** The path and the kind that a name in a verdict tells; null for what names no clause, such as `provenance`. */
export function parseClauseName(name: string): { path: string; kind: string } | null {
  const [, path, kind] =
    /^(postconditions(?:\[\d+\](?:\.child|\.children\[\d+\])*)?) \((\w+)(?: match)?\)$/.exec(name) ?? [];
  return path === undefined || kind === undefined || findOperator(kind) === undefined ? null : { path, kind };
}

function addressed(clause: Contract, path: string): ClauseAddress {
  return { clause, path, name: `${path} (${clause.kind}${isLogical(clause) ? '' : ' match'})` };
}

function isListOfAll(kind: string): boolean {
  const operator = findOperator(kind);
  return (
    operator !== undefined && 'over' in operator && operator.over === 'children' && operator.takes === 'all'
  );
}
