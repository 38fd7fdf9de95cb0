import { sha256 } from '../platform/digest.ts';
import type { Random } from './host-handler.ts';

/**
 * A stream of draws that depends only on seed and label. The generator is sfc32 (Chris Doty-Humphrey, PractRand),
 * seeded with the digest of both, so that similar seeds or labels give unrelated streams.
 */
export function randomOf(seed: number, label: string): Random {
  const next = sfc32(sha256(JSON.stringify([seed, label])));
  /** From 0 to 2^53 - 1. */
  const draw = () => (next() >>> 5) * 2 ** 26 + (next() >>> 6);
  const below = (count: number) => {
    const limit = Math.floor(draws / count) * count;
    for (;;) {
      const drawn = draw();
      if (drawn < limit) return drawn % count;
    }
  };
  const int = (min: number, max: number) => {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || max < min || max - min >= draws)
      throw new RangeError(`no whole number lies between ${min} and ${max}`);
    return min + below(max - min + 1);
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    if (!Number.isInteger(count) || count < 0 || count > list.length)
      throw new RangeError(`cannot draw ${count} of ${list.length}`);
    const left = [...list];
    const drawn: T[] = [];
    while (drawn.length < count) drawn.push(...left.splice(below(left.length), 1));
    return drawn;
  };
  return {
    int,
    sample,
    pick: <T>(list: readonly T[]): T => {
      return list[int(0, list.length - 1)] as T; // `int` throws for an empty list
    },
    chance: (probability) => draw() < probability * draws,
  };
}

/** The number of different values of a draw: all integers that a double holds exactly. */
const draws = 2 ** 53;

function sfc32(hex: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 0] = (hex.match(/.{8}/g) ?? []).map((word) =>
    Number.parseInt(word, 16),
  );
  return () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + drawn;
    return drawn >>> 0;
  };
}
