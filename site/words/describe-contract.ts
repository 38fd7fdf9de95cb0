import type { Contract } from '../../harness/contract/contract.ts';
import { childrenOf, isLogical, leafOperator, logicalOperator } from '../../harness/contract/operator-of.ts';

/** A clause in words, under the name that verdicts give it. */
export type DescribedClause = { name: string; kind: string; words: string; children: DescribedClause[] };

/** The clauses of a contract, all of which must pass: the children of a root `and`, or the root itself. */
export function describeContract(contract: Contract): DescribedClause[] {
  const clauses = isLogical(contract) && contract.kind === 'and' ? childrenOf(contract) : [contract];
  return clauses.map((clause, index) => describeClause(clause, `postconditions[${index}]`));
}

function describeClause(clause: Contract, place: string): DescribedClause {
  const { kind } = clause;
  if (!isLogical(clause)) {
    return {
      name: `${place} (${kind} match)`,
      kind,
      words: leafOperator(clause).wanted(clause),
      children: [],
    };
  }
  const children = childrenOf(clause).map((child, index) =>
    describeClause(child, 'child' in clause ? `${place}.child` : `${place}.children[${index}]`),
  );
  return {
    name: `${place} (${kind})`,
    kind,
    words: logicalOperator(clause).wanted(children.length),
    children,
  };
}
