import type { Result } from './result.ts';

/** Tokens of all kinds, in and out, over the episodes in which both are known. */
export type TokensClaimed = { episodes: number; claimed: number; counted: number };

/** What an agent says that it used, beside what the model proxy counted on the wire; null where nothing can be compared. */
export function tokensClaimedIn(
  episodes: readonly Pick<Result, 'tokens' | 'claimedTokens'>[],
): TokensClaimed | null {
  const both = episodes.flatMap(({ tokens, claimedTokens }) =>
    tokens && claimedTokens ? [{ counted: allOf(tokens), claimed: allOf(claimedTokens) }] : [],
  );
  if (both.length === 0) return null;
  const sum = (of: 'claimed' | 'counted') => both.reduce((total, each) => total + each[of], 0);
  return { episodes: both.length, claimed: sum('claimed'), counted: sum('counted') };
}

function allOf({ input, output, cacheRead, cacheWrite }: NonNullable<Result['tokens']>): number {
  return input + output + cacheRead + cacheWrite;
}
