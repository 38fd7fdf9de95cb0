import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import type { NamedFacts } from './break-clause.ts';
import { placesOf } from './clause-places.ts';
import { pivotalFacts } from './pivotal-facts.ts';

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
