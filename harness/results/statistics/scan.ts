import type { Stretch } from './stretches.ts';

/** A series looked through for the stretch that differs most from all else. */
export type Scan = {
  /** Null where there is none. */
  found: (Stretch & { size: number }) | null;
  /** No more than this is p: what is far beyond chance needs no shuffles. */
  mostP: () => number;
  /** What the chance of its shuffles follows from, so that the same series has the same p wherever it stands. */
  values: Int32Array;
  /** Of each call the greatest size in another random order. */
  sizes: () => (random: () => number) => number;
};
