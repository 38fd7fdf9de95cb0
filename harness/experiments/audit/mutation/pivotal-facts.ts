import type { Contract } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import type { Place } from './clause-places.ts';
import { comesOut, forceClause } from './force-clause.ts';

/**
 * Facts on which the contract passes because of this clause: wherever one of several children is enough, the one that
 * leads here is what it must be and the others are not. The facts themselves where no such choice leads here, null
 * where the alternatives can't be told apart (one that implies another).
 */
export function pivotalFacts(contract: Contract, place: Place, facts: Facts, match: Match): Facts | null {
  const { clause, choices } = place;
  if (choices.length === 0) return facts;
  const force = (forced: Facts, each: Contract, wanted: boolean) => forceClause(each, wanted, forced, match);
  let forced = facts;
  for (const { chosen, wanted } of choices) forced = force(forced, chosen, wanted);
  for (const { rivals, wanted } of choices) {
    forced = rivals.reduce((sofar, rival) => force(sofar, rival, !wanted), forced);
  }
  for (const { chosen, wanted } of choices) forced = force(forced, chosen, wanted);
  forced = force(forced, clause, place.wanted);
  const isPivotal =
    comesOut(contract, true, forced, match) &&
    comesOut(clause, place.wanted, forced, match) &&
    choices.every(({ rivals, wanted }) => !rivals.some((rival) => comesOut(rival, wanted, forced, match)));
  return isPivotal ? forced : null;
}
