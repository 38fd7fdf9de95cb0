import { formatCount } from '../../../platform/words/format.ts';

/** Of how many episodes a value is known. */
export type Over = { known: number; episodes: number };

/** `of 29 of 30 episodes`; null where it is known of all, or of none, and then there is no value. */
export function overWords({ known, episodes }: Over): string | null {
  if (known === 0 || known === episodes) return null;
  return `of ${formatCount(known)} of ${formatCount(episodes)} episodes`;
}

export function overOf<Episode>(episodes: readonly Episode[], of: (episode: Episode) => number | null): Over {
  return { known: episodes.filter((each) => of(each) !== null).length, episodes: episodes.length };
}
