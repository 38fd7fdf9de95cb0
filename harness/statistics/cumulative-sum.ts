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

/**
 * Where a series falls into two parts whose means differ most for their lengths: the first point of the second part.
 * `size` is in units that only series of the same values share. Both 0 where nothing changes.
 */
export function largestChange(values: Int32Array): { at: number; size: number } {
  const n = values.length;
  let total = 0;
  for (const value of values) total += value;
  const mean = total / n;
  let at = 0;
  let size = 0;
  let sum = 0;
  for (let k = 1; k < n; k++) {
    sum += (values[k - 1] ?? 0) - mean;
    const here = (sum * sum) / (k * (n - k));
    if (here > size) {
      size = here;
      at = k;
    }
  }
  return { at, size };
}

/**
 * Where the stretch ends whose mean differs most from that of all else; it is `shortest` or more long and away from both
 * ends, and the values come to 0. Looks at lengths that grow by a fifth, each beginning at every quarter of itself, for
 * all of them would take a time that grows with the square of the series.
 */
export function largestInterlude(values: Int32Array, shortest: number): { end: number; size: number } {
  const n = values.length;
  const sums = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  let found = { end: 0, size: 0 };
  for (let length = shortest; length <= n - 2 * shortest; length = Math.ceil(length * 1.2)) {
    const stride = Math.max(1, length >> 2);
    let start = 0;
    let largest = 0;
    for (let i = shortest; i + length <= n - shortest; i += stride) {
      const sum = Math.abs((sums[i + length] ?? 0) - (sums[i] ?? 0));
      if (sum > largest) {
        largest = sum;
        start = i;
      }
    }
    const size = (largest * largest) / (length * (n - length));
    if (size > found.size) found = { end: start + length, size };
  }
  return found;
}
