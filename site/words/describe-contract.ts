import {
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  rootAddress,
} from '../../harness/judge/clause-address.ts';
import type { Contract } from '../../harness/judge/contract.ts';
import { isLogical, leafOperator, logicalOperator } from '../../harness/judge/operator-of.ts';

/** A clause in words, under the name that verdicts give it. */
export type DescribedClause = {
  name: string;
  kind: string;
  words: string;
  /** What the words only count. */
  listed: string[];
  children: DescribedClause[];
};

/** The clauses of a contract, all of which must pass: the children of a root `and`, or the root itself. */
export function describeContract(contract: Contract): DescribedClause[] {
  const root = rootAddress(contract);
  return (root.path === null ? childAddresses(root) : [root]).map(describeClause);
}

function describeClause(address: ClauseAddress): DescribedClause {
  const { clause } = address;
  const children = childAddresses(address).map(describeClause);
  const words = isLogical(clause)
    ? logicalOperator(clause).wanted(children.length)
    : leafOperator(clause).wanted(clause);
  const listed = isLogical(clause) ? [] : (leafOperator(clause).listed?.(clause) ?? []);
  return { name: nameOfClause(address), kind: clause.kind, words, listed, children };
}
