import type { StandingGroup } from '../../harness/results/standings/standings.ts';

type Row = StandingGroup['rows'][number];

/** What a row came to for what; `usdPerTask` is a mean over its episodes. */
export type Priced = { row: Row; rate: number; usdPerTask: number; isOnFrontier: boolean };

/**
 * Rows whose whole cost is known, cheapest first. On the frontier is whoever nobody beats: no row passes as much or more for as
 * little or less, but for its equals.
 */
export function pricedRows(rows: readonly Row[]): Priced[] {
  const priced = rows.flatMap((row) => {
    const { usd, score } = row;
    if (usd === null || usd <= 0) return [];
    return [{ row, rate: score.rate, usdPerTask: usd / score.total }];
  });
  const beats = (a: (typeof priced)[number], b: (typeof priced)[number]) =>
    a.rate >= b.rate && a.usdPerTask <= b.usdPerTask && (a.rate > b.rate || a.usdPerTask < b.usdPerTask);
  return priced
    .map((each) => ({ ...each, isOnFrontier: !priced.some((other) => beats(other, each)) }))
    .sort((a, b) => a.usdPerTask - b.usdPerTask || b.rate - a.rate);
}
