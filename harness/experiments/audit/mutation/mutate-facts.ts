import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { isLogical } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import { breakClause, type NamedFacts } from './break-clause.ts';
import { type Place, placesOf } from './clause-places.ts';
import { comesOut, forceClause } from './force-clause.ts';
import { pivotalFacts } from './pivotal-facts.ts';

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
