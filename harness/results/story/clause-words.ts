import { type ClauseAddress, childAddresses, nameOfClause, rootAddress } from '../../judge/clause-address.ts';
import type { Contract } from '../../judge/contract.ts';
import { isLogical, leafOperator, logicalOperator } from '../../judge/operator-of.ts';

/** What each clause of a contract wants, in words, by the name that a verdict gives it. */
export function clauseWords(contract: Contract): ReadonlyMap<string, string> {
  return new Map(addressesIn(rootAddress(contract)).map((at) => [nameOfClause(at), wordsOf(at)]));
}

function addressesIn(address: ClauseAddress): ClauseAddress[] {
  return [address, ...childAddresses(address).flatMap(addressesIn)];
}

function wordsOf(address: ClauseAddress): string {
  const { clause } = address;
  return isLogical(clause)
    ? logicalOperator(clause).wanted(childAddresses(address).length)
    : leafOperator(clause).wanted(clause);
}
