/**
 * Whether the pattern finds a match in the input, or the reason why the match is undecided. It is a parameter because a
 * regular expression needs a time limit, which needs `node:vm`, which a pure judge does not have.
 */
export type Match = (pattern: string, input: string) => { matched: boolean } | { reason: string };

/** Characters; a longer input is inconclusive and not cut. */
export const longestInput = 10_000;

export function tooLong(length: number): string {
  return `${length} characters are too many to match a pattern against (at most ${longestInput})`;
}
