import { centredRanks } from './ranks.ts';
import { scanRanks } from './scan-ranks.ts';

/**
 * The ranks of the values, each less what it has of the one before, as a process AR(1) would have it. Where a level
 * changes it still changes.
 */
export function whiten(values: readonly number[]): number[] {
  const ranks = centredRanks(values);
  const rho = autocorrelationOf(ranks);
  // The first is weighed as Prais and Winsten have it.
  return Array.from(ranks, (rank, i) =>
    i === 0 ? rank * Math.sqrt(1 - rho * rho) : rank - rho * (ranks[i - 1] ?? 0),
  );
}

/** More would leave nothing of a change. */
const most = 0.9;

/**
 * From 0 to 0.9, rather too high than too low, for what is left of it looks like changes. The smaller of two estimates:
 * the better one takes what changes more than once for a correlation, the other does not.
 */
export function autocorrelationOf(ranks: Int32Array): number {
  if (ranks.length < 4) return 0;
  return Math.max(0, Math.min(most, ofResiduals(ranks), ofDifferences(ranks)));
}

/**
 * Of what is left where the largest change is taken away. That takes some of the correlation too: the bias, and an
 * error of estimation beyond it, were measured on series of 40 and of 200 points with 0 and 0.4.
 */
function ofResiduals(ranks: Int32Array): number {
  const n = ranks.length;
  const { from, to } = scanRanks([...ranks]).found ?? { from: 0, to: n };
  const isIn = (i: number) => i >= from && i < to;
  const inside = meanOf(ranks.filter((_, i) => isIn(i)));
  const outside = meanOf(ranks.filter((_, i) => !isIn(i)));
  const residuals = Float64Array.from(ranks, (rank, i) => rank - (isIn(i) ? inside : outside));
  const products = residuals.reduce((sum, each, i) => sum + each * (residuals[i - 1] ?? 0), 0);
  const squares = residuals.reduce((sum, each) => sum + each * each, 0);
  // Sums of fractions leave some 1e-13 of a square of what are whole numbers.
  return squares < 1e-6 ? 0 : products / squares + 9 / n + 1 / Math.sqrt(n);
}

/** Of the differences the greatest are left out, for there the level may have changed. */
const leftOut = 0.05;
/** What the others then seem to be correlated by where nothing is, measured. */
const seeming = 0.18;

/** Of successive differences, whose correlation is -(1 - rho) / 2; with more than twice its standard error. */
function ofDifferences(ranks: Int32Array): number {
  const pairs = Array.from(ranks.subarray(2), (rank, i) => {
    const middle = ranks[i + 1] ?? 0;
    const [a, b] = [middle - (ranks[i] ?? 0), rank - middle];
    return { product: a * b, square: (a * a + b * b) / 2 };
  }).sort((a, b) => a.square - b.square);
  const kept = pairs.slice(0, Math.floor(pairs.length * (1 - leftOut)));
  const squares = kept.reduce((sum, { square }) => sum + square, 0);
  if (squares === 0) return 0;
  const correlation = kept.reduce((sum, { product }) => sum + product, 0) / squares;
  return (1 + 2 * correlation - seeming) / (1 - seeming) + 5 / Math.sqrt(ranks.length);
}

function meanOf(values: Int32Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
