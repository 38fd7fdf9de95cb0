import type { Match } from '../patterns/match.ts';
import type { Change } from './change.ts';
import { isWanted, pairUp, type WantedChange } from './wanted-change.ts';

export type Comparison = {
  /** For each wanted change the one that is it; null where there is none. */
  pairs: { wanted: WantedChange; change: Change | null }[];
  /** Changes that nobody asked for. */
  unexpected: Change[];
};

/** Gives each wanted change one of its own. Changes of tables in `ignore` are not looked at. Throws `Undecided`. */
export function compareChanges(
  wanted: readonly WantedChange[],
  changes: readonly Change[],
  { ignore, match }: { ignore: readonly string[]; match: Match },
): Comparison {
  const looked = changes.filter(({ table }) => !ignore.includes(table));
  const places = pairUp(wanted, looked, (each, change) => isWanted(each, change, match));
  const taken = new Set(places);
  return {
    pairs: wanted.map((each, at) => ({ wanted: each, change: looked[places[at] ?? -1] ?? null })),
    unexpected: looked.filter((_, index) => !taken.has(index)),
  };
}
