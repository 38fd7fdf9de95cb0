import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { leafOperator, leavesOf } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import type { NamedFacts } from './break-clause.ts';
import { mutateContract } from './mutate-contract.ts';
import { allowedFacts, mutateFacts } from './mutate-facts.ts';
import { alternativeFacts } from './or-alternatives.ts';

/** `survivors`: `facts: ...` that the contract passes on, `contract: ...` that decides as the contract does. */
export type MutationScore = { killed: number; total: number; survivors: string[] };

/**
 * How much of a contract matters. Mutated facts are killed when the contract does not pass on them; a mutated contract
 * when its outcome and that of the contract differ on one of the sets of facts: those given (the true one, what
 * the controls left), the mutated ones, one per alternative, and what a `not` lets through.
 *
 * | what is weakened | facts that show it, if the contract is sound |
 * |---|---|
 * | a clause dropped | any near miss of that clause |
 * | a child of an `or` dropped | that child is the only alternative |
 * | `or` instead of `and` | any near miss of one child |
 * | `not` removed | the true facts |
 * | any other clause weakened | near misses of that clause |
 * | any of these below a `not` | what must not be holds; nearly does |
 *
 * No contract weakening answers to the other near misses (other host, more before or after the host, case changed,
 * screenshot far away); they ask whether the contract is tight. Throws RangeError where the contract does not pass on
 * the first set, which must be called `true`.
 */
export function mutationScore(
  contract: Contract,
  factSets: readonly NamedFacts[],
  match: Match,
): MutationScore {
  const [original] = factSets;
  if (original?.name !== 'true') throw new RangeError('the first set of facts must be called true');
  const { facts } = original;
  const { outcome } = judge(contract, facts, match);
  if (outcome !== 'passed')
    throw new RangeError(`the contract must pass on the true facts; it is ${outcome}`);
  const mutated = mutateFacts(contract, facts, match);
  const others = [...alternativeFacts(contract, facts, match), ...allowedFacts(contract, facts, match)];
  const sets = [...factSets, ...mutated, ...others].map((set) => completed(contract, set.facts));
  const outcomes = sets.map((set) => judge(contract, set, match).outcome);
  const mutants = mutateContract(contract);
  const survivors = [
    ...mutated
      .filter((mutant) => judge(contract, mutant.facts, match).outcome === 'passed')
      .map(({ name }) => `facts: ${name}`),
    ...mutants
      .filter((mutant) =>
        sets.every((set, index) => judge(mutant.contract, set, match).outcome === outcomes[index]),
      )
      .map(({ name }) => `contract: ${name}`),
  ];
  const total = mutated.length + mutants.length;
  return { killed: total - survivors.length, total, survivors };
}

/** With what clauses that are weakened look at and the contract does not. */
function completed(contract: Contract, facts: Facts): Facts {
  const all = { ...facts };
  const operators = new Set(leavesOf(contract).map(leafOperator));
  for (const operator of operators) Object.assign(all, operator.completed?.(all));
  return all;
}
