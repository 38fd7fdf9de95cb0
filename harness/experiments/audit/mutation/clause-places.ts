import {
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  rootAddress,
} from '../../../judge/clause-address.ts';
import type { Contract } from '../../../judge/contract.ts';
import { childrenOf, isLogical, logicalOperator } from '../../../judge/operator-of.ts';

/** Where a clause stands, by its name in a verdict; a root `and`, which has none there, is `postconditions (and)`. */
export type Place = {
  clause: Contract;
  /** Indices of the children that lead to it from the root. */
  at: readonly number[];
  name: string;
  /** What the clause must come out as for the contract to pass: false below an odd number of `not`. */
  wanted: boolean;
  /** From the root down, each choice that was made on the way here. */
  choices: readonly Choice[];
};

/** One of several children is enough: an `or`, or an `and` that must fail. */
type Choice = { chosen: Contract; rivals: readonly Contract[]; wanted: boolean };

/** Every clause in document order, the root first. */
export function placesOf(contract: Contract): Place[] {
  return below(rootAddress(contract), { at: [], wanted: true, choices: [] });
}

/** Null drops the clause at that place, and a parent whose only child it was; null comes back for the whole contract. */
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
