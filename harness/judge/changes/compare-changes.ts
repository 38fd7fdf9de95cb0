import type { Match } from '../patterns/match.ts';
import type { Change } from './change.ts';
import { isWanted, pairUp, type WantedChange } from './wanted-change.ts';

export type Comparison = {
  /** Each wanted change with its match among the found changes; null if none matches. */
  pairs: { wanted: WantedChange; change: Change | null }[];
  /** Changes that match no wanted change. */
  unexpected: Change[];
};

export type CompareOptions = {
  /** Tables whose changes do not count. */
  ignore: readonly string[];
  /** Tables whose added rows do not count; changes to existing rows do. */
  ignoreAdded?: readonly string[] | undefined;
  match: Match;
};

/** Pairs each wanted change with a found change of its own; ignored changes are left out. Throws `Undecided`. */
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
