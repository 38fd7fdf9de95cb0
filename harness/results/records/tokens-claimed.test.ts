import { expect, test } from 'vitest';
import { tokensClaimedIn } from './tokens-claimed.ts';

const tokens = (input: number) => ({ input, output: 10, cacheRead: 5, cacheWrite: 0 });

test('an agent that says less than the wire counted is seen by the sums', () => {
  const episodes = [
    { tokens: tokens(100), claimedTokens: tokens(60) },
    { tokens: tokens(100), claimedTokens: tokens(100) },
    // Nothing of these can be compared.
    { tokens: null, claimedTokens: tokens(900) },
    { tokens: tokens(900), claimedTokens: null },
  ];
  expect(tokensClaimedIn(episodes)).toEqual({ episodes: 2, claimed: 190, counted: 230 });
});

test('where no agent said anything there is nothing to say', () => {
  expect(tokensClaimedIn([{ tokens: tokens(1), claimedTokens: null }])).toBeNull();
});
