/** Twice each value's rank less the mean rank, so whole numbers that come to 0; equal values share theirs. */
export function centredRanks(values: readonly number[]): Int32Array {
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Int32Array(values.length);
  for (let first = 0; first < sorted.length; ) {
    let next = first + 1;
    while (sorted[next]?.value === sorted[first]?.value) next++;
    for (const { index } of sorted.slice(first, next)) ranks[index] = first + next - sorted.length;
    first = next;
  }
  return ranks;
}
