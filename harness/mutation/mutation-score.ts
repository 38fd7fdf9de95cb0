import type { Contract } from '../contract/contract.ts';
import type { Match } from '../contract/facts-view.ts';
import { judge } from '../contract/judge.ts';
import type { NamedFacts } from './break-clause.ts';
import { mutateContract } from './mutate-contract.ts';
import { allowedFacts, mutateFacts } from './mutate-facts.ts';
import { alternativeFacts } from './or-alternatives.ts';
import { withBodyText } from './text-facts.ts';

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
 * | url, network: start anchor removed | in the query of another URL |
 * | url, network: end anchor removed | longer path, longer query, longer fragment |
 * | url, network: its host only | other path, other end of the path, other scheme |
 * | dom_text: first half, second half | last, first character changed |
 * | dom_text: selector widened to body | elsewhere on the page only |
 * | dom_count: `gte`, `lte` for `eq`; one looser | one too many, one too few |
 * | network: any status | another status |
 * | network: since contract_enter | before the last tool call |
 * | screenshot_class: wider | screenshot one bit too far |
 * | no_dialog (dropped only) | dialog open |
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
  const sets = [...factSets, ...mutated, ...others].map((set) => withBodyText(set.facts));
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
