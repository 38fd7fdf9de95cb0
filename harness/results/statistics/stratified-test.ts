/** How many of its trials of one task a row passed. */
type Tried = { passed: number; total: number };

/**
 * Exact test within tasks, two-sided, of the first row's passes less what chance would leave it: given what both rows
 * together passed of a task, the first row's share is hypergeometric where the two are equally able; the sum over the
 * tasks is convolved of them. With one trial a task it is McNemar's exact test. Rows must be of the same tasks in the
 * same order; numbers of trials may differ.
 */
export function stratifiedP(first: readonly Tried[], second: readonly Tried[]): number {
  let chances = Float64Array.of(1);
  // Of the sum, above the least that it can be.
  let observed = 0;
  let expected = 0;
  for (const [index, a] of first.entries()) {
    const b = second[index] ?? { passed: 0, total: 0 };
    const { least, shares } = shareOf(a.total, b.total, a.passed + b.passed);
    observed += a.passed - least;
    expected += ((a.passed + b.passed) * a.total) / (a.total + b.total) - least;
    if (shares.length > 1) chances = convolved(chances, shares);
  }
  const distance = Math.abs(observed - expected) - 1e-9;
  const p = chances.reduce(
    (sum, chance, value) => (Math.abs(value - expected) >= distance ? sum + chance : sum),
    0,
  );
  return Math.min(1, p);
}

/** Of `passes` that two rows share, how many fall to the first by chance, from the least that must. */
function shareOf(first: number, second: number, passes: number): { least: number; shares: Float64Array } {
  const least = Math.max(0, passes - second);
  const most = Math.min(first, passes);
  const shares = new Float64Array(most - least + 1);
  // Relative to the first, each from the one before; in trials of one task none overflows.
  let weight = 1;
  let sum = 0;
  for (let x = least; x <= most; x++) {
    shares[x - least] = weight;
    sum += weight;
    weight *= ((first - x) * (passes - x)) / ((x + 1) * (second - passes + x + 1));
  }
  return { least, shares: shares.map((each) => each / sum) };
}

function convolved(a: Float64Array, b: Float64Array): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(a.length + b.length - 1);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) sums[i + j] = (sums[i + j] ?? 0) + x * y;
  return sums;
}
