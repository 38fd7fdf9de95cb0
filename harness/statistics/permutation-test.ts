const permutations = 200;

/**
 * How rare `observed` is among the statistics of 199 shuffles of the values and of the values themselves; null where
 * that is more than `level`, and then not all shuffles are tried.
 */
export function permutationP(
  values: Int32Array,
  observed: number,
  statisticOf: (shuffled: Int32Array) => number,
  level: number,
  random: () => number,
): number | null {
  // The same sum reached by another way may differ in its last bits.
  const asLarge = observed * (1 - 1e-9);
  const shuffled = values.slice();
  let count = 1;
  for (let i = 1; i < permutations; i++) {
    shuffle(shuffled, random);
    if (statisticOf(shuffled) >= asLarge) count++;
    if (count > level * permutations) return null;
  }
  return count / permutations;
}

/** Fisher and Yates, in place. */
function shuffle(values: Int32Array, random: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = values[i] ?? 0;
    values[i] = values[j] ?? 0;
    values[j] = kept;
  }
}
