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

/** `survivors`: `facts: ...` on which the contract passes, `contract: ...` that decides as the contract does. */
export type MutationScore = { killed: number; total: number; survivors: string[] };

/**
 * The mutation score of a contract. Mutated facts are killed if the contract does not pass on them. A mutated contract is
 * killed if its outcome differs from the contract's on one set of facts. The sets are the given ones (the true facts, and
 * the final facts of the controls), the mutated ones, one for each alternative, and facts that a `not` allows.
 *
 * Weakened parts, each with the facts that detect it in a sound contract:
 *
 * - a clause dropped: any near miss of that clause
 * - a child of an `or` dropped: that child is the only alternative
 * - `or` instead of `and`: any near miss of one child
 * - `not` removed: the true facts
 * - any other clause weakened: near misses of that clause
 * - any of these below a `not`: the forbidden clause passes, or nearly passes
 *
 * No weakened contract corresponds to the other near misses (other host, more before or after the host, case changed,
 * screenshot far away); these test whether the contract is tight. Throws RangeError if the contract does not pass on the
 * first set, which must be called `true`.
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

/** Adds the facts that only weakened clauses read. */
function completed(contract: Contract, facts: Facts): Facts {
  const all = { ...facts };
  const operators = new Set(leavesOf(contract).map(leafOperator));
  for (const operator of operators) Object.assign(all, operator.completed?.(all));
  return all;
}

type ContractMutant = { name: string; contract: Contract };

/** The replacement of a clause; null removes it. */
type Change = { name: string; clause: Contract | null };

/**
 * The contract with each clause dropped and with each operator weakened, one at a time and each once. Left out are mutants
 * that equal the contract or provably decide the same (an `and` of one child as an `or`, `eq 0` as `lte 0`); no mutant is
 * left out because it survives. Dropping a clause also drops a parent without other children; the whole is never dropped.
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
  // A member may only name a kind of the list, over children; the test of the operators checks it.
  return logicalOperator(clause).weakened(childrenOf(clause)) as Change[];
}

/**
 * Facts close to those on which the contract passes, and on which it must fail: for every clause each near miss of its kind;
 * below a `not`, facts on which the forbidden clause passes. A clause below an `or` is mutated where the `or` depends on it
 * alone. A near miss that satisfies another alternative is left out. Each set of facts occurs once, under the name of the
 * first clause that produces it.
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
 * Facts with a near miss below a `not`, which must be allowed: the contract still passes on them, unless it forbids more than
 * necessary.
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
 * For each child of an `or` (and of an `and` that must fail): facts on which the contract passes only through that child, so
 * that its absence would be detected. If the page had another alternative, what the child wants is constructed. No facts for
 * a child that cannot pass without another: it is superfluous.
 */
export function alternativeFacts(contract: Contract, facts: Facts, match: Match): NamedFacts[] {
  return placesOf(contract).flatMap((place) => {
    if (place.choices.at(-1)?.chosen !== place.clause) return [];
    const alone = pivotalFacts(contract, place, facts, match);
    return alone === null ? [] : [{ name: `${place.name}: the only alternative`, facts: alone }];
  });
}
