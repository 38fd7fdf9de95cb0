/** Cost in USD and the share that passed, from 0 to 1. */
type Bought = { usd: number; rate: number };

/** The rows that no other row beats: none passes at least as much for at most as much, one of the two strictly. */
export function frontierOf<T>(rows: readonly T[], boughtOf: (row: T) => Bought): T[] {
  const beats = (a: Bought, b: Bought) =>
    a.rate >= b.rate && a.usd <= b.usd && (a.rate > b.rate || a.usd < b.usd);
  const bought = rows.map(boughtOf);
  return rows.filter((_, at) => !bought.some((other) => beats(other, bought[at] ?? other)));
}
