import type { Contract } from './contract.ts';
import { childrenOf, isLogical } from './operator-of.ts';

/** Every kind of clause that a contract is made of, logical ones included. */
export function kindsOf(contract: Contract): Contract['kind'][] {
  const below = isLogical(contract) ? childrenOf(contract).flatMap(kindsOf) : [];
  return [...new Set([contract.kind, ...below])];
}
