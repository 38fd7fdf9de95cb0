import type { Contract } from '../../../judge/contract.ts';
import { childrenOf, isLogical, leafOperator, logicalOperator } from '../../../judge/operator-of.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import { placesOf, replaceAt } from './clause-places.ts';

export type ContractMutant = { name: string; contract: Contract };

/** What a clause becomes; null where it is dropped. */
type Change = { name: string; clause: Contract | null };

/**
 * The contract with each clause dropped and with each operator weakened, one at a time and each once. Left out is what
 * is equal to the contract or can be shown to decide the same (an `and` of one child as an `or`, `eq 0` as `lte 0`),
 * and nothing because it survives. A dropped clause takes along a parent that has no other child; the whole is not dropped.
 */
export function mutateContract(contract: Contract): ContractMutant[] {
  const mutants = new Map<string, ContractMutant>();
  for (const { clause, at, name } of placesOf(contract)) {
    for (const change of [{ name: 'dropped', clause: null }, ...weakened(clause)]) {
      const mutant = replaceAt(contract, at, change.clause);
      const key = canonicalJson(mutant);
      if (mutant === null || key === canonicalJson(contract) || mutants.has(key)) continue;
      mutants.set(key, { name: `${name}: ${change.name}`, contract: mutant });
    }
  }
  return [...mutants.values()];
}

function weakened(clause: Contract): Change[] {
  if (!isLogical(clause)) return leafOperator(clause).weakened(clause);
  // A kind that a member names is one of the list, over children; the walk of the operators sees to it.
  return logicalOperator(clause).weakened(childrenOf(clause)) as Change[];
}
