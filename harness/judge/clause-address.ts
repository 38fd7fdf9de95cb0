import type { Contract } from './contract.ts';
import { childrenOf, findOperator, isLogical } from './operator-of.ts';

/** A clause of a contract or of its evidence, and its place; `path` and `name` are null for a root that stands for its children. */
export type ClauseAddress<Clause extends { kind: string } = Contract> = {
  clause: Clause;
  /** `postconditions[1].children[2]` */
  path: string | null;
  /** The name in a verdict: `postconditions[1].children[2] (dom_text match)`, `postconditions[1] (or)`. */
  name: string | null;
};

const rootName = 'postconditions';

/** A root whose children must all pass is the list of postconditions; any other root is the first postcondition. */
export function rootAddress<Clause extends { kind: string }>(root: Clause): ClauseAddress<Clause> {
  return isListOfAll(root.kind)
    ? { clause: root, path: null, name: null }
    : addressed(root, `${rootName}[0]`);
}

/** The child clauses, in order; empty for a leaf. */
export function childAddresses(address: ClauseAddress): ClauseAddress[] {
  const { clause } = address;
  return addressesOf(isLogical(clause) ? childrenOf(clause) : [], address);
}

/** As `childAddresses`, for `children` that are known to be the clause's children. */
export function addressesOf<Clause extends { kind: string }>(
  children: readonly Clause[],
  { clause, path }: ClauseAddress<Clause>,
): ClauseAddress<Clause>[] {
  return children.map((child, index) => {
    if (path === null) return addressed(child, `${rootName}[${index}]`);
    const isOnly = overOf(clause.kind) === 'child';
    return addressed(child, isOnly ? `${path}.child` : `${path}.children[${index}]`);
  });
}

/** The name of a clause, also for a root without a name in a verdict: `postconditions (and)`. */
export function nameOfClause({ clause, name }: ClauseAddress): string {
  return name ?? `${rootName} (${clause.kind})`;
}

/** The path and the kind in a verdict's clause name; null for other names, such as `provenance`. */
export function parseClauseName(name: string): { path: string; kind: string } | null {
  const [, path, kind] =
    /^(postconditions(?:\[\d+\](?:\.child|\.children\[\d+\])*)?) \((\w+)(?: match)?\)$/.exec(name) ?? [];
  return path === undefined || kind === undefined || findOperator(kind) === undefined ? null : { path, kind };
}

function addressed<Clause extends { kind: string }>(clause: Clause, path: string): ClauseAddress<Clause> {
  return { clause, path, name: `${path} (${clause.kind}${overOf(clause.kind) === null ? ' match' : ''})` };
}

/** Whether a clause has one child or several; null for a leaf. */
function overOf(kind: string): 'child' | 'children' | null {
  const operator = findOperator(kind);
  return operator !== undefined && 'over' in operator ? operator.over : null;
}

function isListOfAll(kind: string): boolean {
  const operator = findOperator(kind);
  return (
    operator !== undefined && 'over' in operator && operator.over === 'children' && operator.takes === 'all'
  );
}
