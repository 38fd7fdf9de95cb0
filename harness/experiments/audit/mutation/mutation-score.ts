import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import {
  childrenOf,
  isLogical,
  leafOperator,
  leavesOf,
  logicalOperator,
} from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import {
  breakClause,
  comesOut,
  forceClause,
  type NamedFacts,
  type Place,
  pivotalFacts,
  placesOf,
  replaceAt,
} from './clause-places.ts';

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

type ContractMutant = { name: string; contract: Contract };

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

/**
 * Facts that are nearly those on which the contract passes, and on which it must not: for every clause each near miss
 * of its kind, below a `not` what must not be. A clause below an `or` is mutated where it alone carries that `or`,
 * and a near miss that is what another of its alternatives asks for is none. Each set of facts comes once, under the
 * name of the first clause that asks for it.
 */
export function mutateFacts(contract: Contract, facts: Facts, match: Match): NamedFacts[] {
  const mutants = placesOf(contract).flatMap((place) => {
    const { clause, name, wanted } = place;
    if (isLogical(clause)) return [];
    const pivotal = pivotalFacts(contract, place, facts, match);
    if (pivotal === null) return [];
    const broken = wanted
      ? breakClause(clause, pivotal, match).filter((miss) => !byAnother(place, miss.facts, match))
      : [{ name: 'holds', facts: forceClause(clause, true, pivotal, match) }].filter((made) =>
          comesOut(clause, true, made.facts, match),
        );
    return broken.map((each) => ({ ...each, name: `${name}: ${each.name}` }));
  });
  return eachOnce(mutants, facts);
}

/**
 * Below a `not` a near miss is what should be let through: facts on which the contract still passes, unless what it
 * forbids is wider than it need be.
 */
export function allowedFacts(contract: Contract, facts: Facts, match: Match): NamedFacts[] {
  const allowed = placesOf(contract).flatMap((place) => {
    const { clause, name, wanted } = place;
    if (isLogical(clause) || wanted) return [];
    const pivotal = pivotalFacts(contract, place, facts, match);
    if (pivotal === null) return [];
    const held = forceClause(clause, true, pivotal, match);
    return breakClause(clause, held, match)
      .filter((miss) => comesOut(clause, false, miss.facts, match))
      .map((miss) => ({ ...miss, name: `${name}: nearly, ${miss.name}` }));
  });
  return eachOnce(allowed, facts);
}

function byAnother({ choices }: Place, facts: Facts, match: Match): boolean {
  return choices.some(({ rivals, wanted }) => rivals.some((rival) => comesOut(rival, wanted, facts, match)));
}

function eachOnce(mutants: readonly NamedFacts[], original: Facts): NamedFacts[] {
  const seen = new Set([canonicalJson(original)]);
  return mutants.filter(({ facts }) => {
    const key = canonicalJson(facts);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * For each child of an `or` (and of an `and` that must fail) facts on which the contract passes through that child
 * alone, so that its absence would be seen. What the child wants is made up where the page had another alternative.
 * None for a child that can't hold without another: it is superfluous.
 */
export function alternativeFacts(contract: Contract, facts: Facts, match: Match): NamedFacts[] {
  return placesOf(contract).flatMap((place) => {
    if (place.choices.at(-1)?.chosen !== place.clause) return [];
    const alone = pivotalFacts(contract, place, facts, match);
    return alone === null ? [] : [{ name: `${place.name}: the only alternative`, facts: alone }];
  });
}
