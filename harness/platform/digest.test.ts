import { expect, test } from 'vitest';
import { digest } from './digest.ts';

test.each([
  [{}, '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'],
  [{ a: 2, b: 1 }, 'd3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772'],
  [{ b: 1, a: 2 }, 'd3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772'],
  [{ url: 'https://example.com/' }, 'fc3bcafb91730693484452065cac4cc17786f2307976d83295ada192d2f86e8e'],
])('the digest of %j is the published one', (value, expected) => {
  expect(digest(value)).toBe(expected);
});

test('a key named __proto__ is part of the digest', () => {
  expect(digest(JSON.parse('{"__proto__":1}'))).not.toBe(digest({}));
});
