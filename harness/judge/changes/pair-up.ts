/**
 * Gives as many of the wanted as can be a found one of their own (augmenting paths, Kuhn 1955): for each wanted the
 * index of its own, or null.
 */
export function pairUp<W, F>(
  wanted: readonly W[],
  found: readonly F[],
  fits: (wanted: W, found: F) => boolean,
): (number | null)[] {
  const candidates = wanted.map((each) =>
    found.flatMap((other, index) => (fits(each, other) ? [index] : [])),
  );
  const takenBy = new Map<number, number>();
  const give = (at: number, tried: Set<number>): boolean => {
    for (const index of candidates[at] ?? []) {
      if (tried.has(index)) continue;
      tried.add(index);
      const holder = takenBy.get(index);
      if (holder !== undefined && !give(holder, tried)) continue;
      takenBy.set(index, at);
      return true;
    }
    return false;
  };
  for (const at of wanted.keys()) give(at, new Set());
  const own = new Map([...takenBy].map(([index, at]) => [at, index]));
  return wanted.map((_, at) => own.get(at) ?? null);
}
