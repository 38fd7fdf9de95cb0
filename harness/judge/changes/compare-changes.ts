import type { Match } from '../patterns/match.ts';
import type { Change } from './change.ts';
import { isWanted, pairUp, type WantedChange } from './wanted-change.ts';

export type Comparison = {
  /** For each wanted change the one that is it; null where there is none. */
  pairs: { wanted: WantedChange; change: Change | null }[];
  /** Changes that nobody asked for. */
  unexpected: Change[];
};

export type CompareOptions = {
  /** Tables of which no change counts. */
  ignore: readonly string[];
  /** Tables of which added rows do not count; a row that was there before does. */
  ignoreAdded?: readonly string[] | undefined;
  match: Match;
};

/** Gives each wanted change one of its own; ignored changes are left out. Throws `Undecided`. */
export function compareChanges(
  wanted: readonly WantedChange[],
  changes: readonly Change[],
  { ignore, ignoreAdded = [], match }: CompareOptions,
): Comparison {
  const looked = changes.filter(
    ({ table, op }) => !ignore.includes(table) && !(op === 'added' && ignoreAdded.includes(table)),
  );
  const places = pairUp(wanted, looked, (each, change) => isWanted(each, change, match));
  const taken = new Set(places);
  return {
    pairs: wanted.map((each, at) => ({ wanted: each, change: looked[places[at] ?? -1] ?? null })),
    unexpected: looked.filter((_, index) => !taken.has(index)),
  };
}
