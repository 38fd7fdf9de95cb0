import type { Scan } from './scan.ts';
import { mulberry32 } from './statistics.ts';

/** So many shuffles as large as what was found are enough to know that it is common. */
const enough = 10;

/**
 * How often a random order has as large a stretch, of at most so many shuffles; what is common is told after a few
 * (Besag & Clifford 1991, doi 10.1093/biomet/78.2.301). Where none of them could be, it is a bound in place of p.
 */
export function sequentialP({ found, mostP, values, sizes }: Scan, most: number): number {
  if (found === null) return 1;
  const bound = mostP();
  if (bound <= 1 / (most + 1)) return bound;
  const random = mulberry32(seedOf(values));
  const sizeOf = sizes();
  // The same sum reached by another way may differ in its last bits.
  const asLarge = found.size * (1 - 1e-9);
  let count = 0;
  for (let tried = 1; tried <= most; tried++) {
    if (sizeOf(random) >= asLarge) count++;
    if (count === enough) return count / tried;
  }
  return (count + 1) / (most + 1);
}

/** FNV-1a: with one seed for all, all series of a length would err to the same side. */
function seedOf(values: Int32Array): number {
  return values.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5);
}
