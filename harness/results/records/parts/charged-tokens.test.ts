import { expect, test } from 'vitest';
import { chargedTokens } from './charged-tokens.ts';

test('a conversation sends the list, the goal and all answers before with each request, and once more after the last', () => {
  // Requests: 100 + 10, 110 + 20, 130 + 5.
  expect(chargedTokens(100, 10, [20, 5])).toEqual({
    once: 125,
    conversation: 110 + 130 + 135,
    // 135 tokens once in full, and the other 240 at a tenth.
    cached: 159,
  });
});

test('without a call the one request has list and goal', () => {
  expect(chargedTokens(100, 10, [])).toEqual({ once: 100, conversation: 110, cached: 110 });
});

test('a cache never costs more, and the order of answers of different size matters', () => {
  const [early, late] = [chargedTokens(10, 0, [500, 1, 1]), chargedTokens(10, 0, [1, 1, 500])];
  expect(early.once).toBe(late.once);
  expect(early.conversation).toBeGreaterThan(late.conversation);
  for (const { conversation, cached } of [early, late]) expect(cached).toBeLessThan(conversation);
});
