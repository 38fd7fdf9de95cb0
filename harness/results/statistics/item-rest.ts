/**
 * Below four rows the standard error of a correlation (Fisher’s z: 1 / √(n − 3)) is not finite, so the correlation is
 * meaningless.
 */
export const leastRows = 4;

/**
 * How well each item discriminates between the rows: the correlation, over the rows, of its share with their mean share
 * of the other items. For items that are passed or not it is the point-biserial correlation, corrected for the item's
 * own part in the sum. From -1 to 1; null if fewer than four rows have the item, or if item or rest are constant.
 */
export function itemRestCorrelations(rows: readonly (readonly (number | null)[])[]): (number | null)[] {
  return (rows[0] ?? []).map((_, item) => {
    const pairs = rows.flatMap((row) => {
      const own = row[item] ?? null;
      const rest = row.filter((value, at): value is number => value !== null && at !== item);
      return own === null || rest.length === 0 ? [] : [[own, mean(rest)] as const];
    });
    return pairs.length < leastRows ? null : correlation(pairs);
  });
}

/** Pearson's. Differences below 1e-12 are the noise of binary fractions. */
function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const [x, y] = [mean(pairs.map(([own]) => own)), mean(pairs.map(([, rest]) => rest))];
  const sum = (of: (dx: number, dy: number) => number) =>
    pairs.reduce((all, [own, rest]) => all + of(own - x, rest - y), 0);
  const [xx, yy] = [sum((dx) => dx * dx), sum((_, dy) => dy * dy)];
  if (xx < 1e-12 || yy < 1e-12) return null;
  return Math.min(1, Math.max(-1, sum((dx, dy) => dx * dy) / Math.sqrt(xx * yy)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
