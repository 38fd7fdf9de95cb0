import {
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  rootAddress,
} from '../../../judge/clause-address.ts';
import type { Contract, LeafClause } from '../../../judge/contract.ts';
import type { Facts } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { childrenOf, isLogical, leafOperator, logicalOperator } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';

/** The place of a clause, by its name in a verdict; a root `and`, which has no name there, is `postconditions (and)`. */
export type Place = {
  clause: Contract;
  /** Indices of the children on the path from the root. */
  at: readonly number[];
  name: string;
  /** The clause's outcome that lets the contract pass: false below an odd number of `not`. */
  wanted: boolean;
  /** The choices on the path from the root. */
  choices: readonly Choice[];
};

/** A choice: one of several children is enough (an `or`, or an `and` that must fail). */
type Choice = { chosen: Contract; rivals: readonly Contract[]; wanted: boolean };

/** Every clause in document order, the root first. */
export function placesOf(contract: Contract): Place[] {
  return below(rootAddress(contract), { at: [], wanted: true, choices: [] });
}

/** Null removes the clause at that place, and a parent without other children; returns null if the whole contract is gone. */
export function replaceAt(
  contract: Contract,
  at: readonly number[],
  replacement: Contract | null,
): Contract | null {
  const [index, ...rest] = at;
  if (index === undefined || !isLogical(contract)) return replacement;
  const children = childrenOf(contract).flatMap((child, position) => {
    const kept = position === index ? replaceAt(child, rest, replacement) : child;
    return kept === null ? [] : [kept];
  });
  const [first] = children;
  if (first === undefined) return null;
  return 'child' in contract ? { ...contract, child: first } : { ...contract, children };
}

function below(address: ClauseAddress, where: Omit<Place, 'clause' | 'name'>): Place[] {
  const { clause } = address;
  const here: Place = { ...where, clause, name: nameOfClause(address) };
  if (!isLogical(clause)) return [here];
  const { inverts, takes } = logicalOperator(clause);
  const wanted = inverts ? !where.wanted : where.wanted;
  const children = childAddresses(address);
  const isChoice = children.length > 1 && (takes === 'one') === where.wanted;
  const placed = children.flatMap((child, index) => {
    const chosen = child.clause;
    const rivals = children.filter((_, other) => other !== index).map((rival) => rival.clause);
    const choices = isChoice ? [...where.choices, { chosen, rivals, wanted }] : where.choices;
    return below(child, { at: [...where.at, index], wanted, choices });
  });
  return [here, ...placed];
}

export type NamedFacts = { name: string; facts: Facts };

/**
 * Facts on which a clause that passes on `facts` nearly passes. Each differs from `facts` only in what that clause reads.
 * Empty if that was not collected.
 */
export function breakClause(clause: LeafClause, facts: Facts, match: Match): NamedFacts[] {
  return leafOperator(clause)
    .broken(clause, facts, match)
    .map(({ name, change }) => ({ name, facts: { ...facts, ...change } }));
}

/** Facts as close as possible to these on which the clause passes, made from its wanted values; null if that failed. */
export function holdClause(clause: LeafClause, facts: Facts, match: Match): Facts | null {
  const candidates = leafOperator(clause)
    .held(clause, facts, match)
    .map((change) => ({ ...facts, ...change }));
  return candidates.find((candidate) => judge(clause, candidate, match).outcome === 'passed') ?? null;
}

/**
 * Changes the facts as little as possible so that a clause, taken alone, passes (`wanted`) or fails. Returns the same facts
 * if it already does, and if no way was found; `comesOut` tells which.
 */
export function forceClause(clause: Contract, wanted: boolean, facts: Facts, match: Match): Facts {
  if (comesOut(clause, wanted, facts, match)) return facts;
  if (!isLogical(clause)) {
    if (wanted) return holdClause(clause, facts, match) ?? facts;
    const broken = breakClause(clause, facts, match).find((miss) =>
      comesOut(clause, false, miss.facts, match),
    );
    return broken?.facts ?? facts;
  }
  const children = childrenOf(clause);
  const { over, inverts, takes } = logicalOperator(clause);
  const below = inverts ? !wanted : wanted;
  if (over === 'child' || (takes === 'all') === wanted) {
    return children.reduce((forced, child) => forceClause(child, below, forced, match), facts);
  }
  const tries = children.map((child) => forceClause(child, below, facts, match));
  return tries.find((forced) => comesOut(clause, wanted, forced, match)) ?? facts;
}

export function comesOut(clause: Contract, wanted: boolean, facts: Facts, match: Match): boolean {
  return judge(clause, facts, match).outcome === (wanted ? 'passed' : 'failed');
}

/**
 * Facts on which the contract passes because of this clause: at every choice, the child on its path has the wanted outcome
 * and its rivals do not. The same facts without such a choice; null if the alternatives cannot be separated (one
 * implies another).
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
