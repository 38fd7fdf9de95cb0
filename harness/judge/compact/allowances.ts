import { longestInput } from '../patterns/match.ts';

/**
 * How much of the facts is saved: from everything that a clause can use down to only what decides. The first allowance
 * that fits is taken. `wholeText`: characters of a text kept uncut. `context`: characters kept on each side of a wanted
 * string.
 */
export const allowances = [
  { wholeText: Number.POSITIVE_INFINITY, context: 240, only: 'what-matches' },
  { wholeText: 4096, context: 240, only: 'what-matches' },
  { wholeText: 480, context: 80, only: 'what-matches' },
  { wholeText: 240, context: 0, only: 'what-decides' },
] as const;
export type Allowance = (typeof allowances)[number];

/** A URL too long to be matched is judged by its length alone; its beginning is kept for the reader. */
export function cutUrl(url: string, urlLength: number = url.length): { url: string; urlLength?: number } {
  return urlLength > longestInput ? { url: url.slice(0, 240), urlLength } : { url };
}
