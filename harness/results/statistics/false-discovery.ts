/** The greatest p to keep, so that of what is kept at most this share is kept by chance (Benjamini & Hochberg 1995); 0 where none is. */
export function falseDiscoveryCut(ps: readonly number[], share: number): number {
  const sorted = ps.toSorted((a, b) => a - b);
  return sorted.findLast((p, index) => p <= (share * (index + 1)) / sorted.length) ?? 0;
}
