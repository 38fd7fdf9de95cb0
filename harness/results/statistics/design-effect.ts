import type { Interval } from './statistics.ts';
import { t975 } from './student-t.ts';

/** What a row passed of the trials of one cluster: a task, or the template that several tasks were made from. */
export type Cluster = { passed: number; total: number };

/**
 * How many times the variance of a row's score is what it were if each trial were a draw of its own, for all rows of a
 * table at once (Kish 1965): pooled over its rows, and of four rows or more at least the upper quartile of theirs, for
 * rows differ in it, and pooled alone it covers too seldom where most tasks are alike. From 1 to the trials of a cluster.
 */
export function designEffect(rows: readonly (readonly Cluster[])[]): number {
  const variances = rows.map(variancesOf).filter(({ independent }) => independent > 0);
  const most = Math.max(1, ...rows.flat().map(({ total }) => total));
  if (variances.length === 0) return most;
  const effects = variances
    .map(({ clustered, independent }) => clustered / independent)
    .sort((a, b) => a - b);
  const pooled =
    sum(variances.map(({ clustered }) => clustered)) / sum(variances.map(({ independent }) => independent));
  const upper = effects.length < 4 ? 1 : (effects[Math.floor(effects.length * 0.75)] ?? 1);
  return Math.min(most, Math.max(1, pooled, upper));
}

/** Of a row's score: between its clusters, and as of independent trials. */
function variancesOf(clusters: readonly Cluster[]): { clustered: number; independent: number } {
  const total = sum(clusters.map((each) => each.total));
  const rate = sum(clusters.map(({ passed }) => passed)) / total;
  const squares = sum(clusters.map((each) => (each.passed - rate * each.total) ** 2));
  const clustered = ((squares / total ** 2) * clusters.length) / (clusters.length - 1);
  return { clustered, independent: (rate * (1 - rate)) / (total - 1) };
}

/**
 * 95 % interval of the pass rate on tasks like these: Wilson's at the trials divided by the table's design effect, with
 * Student's t of so many clusters. Of two rows with equally many trials the better has no lower bound. [0, 1] of nothing.
 */
export function populationRate95(
  { passed, total }: Cluster,
  { clusters, effect }: { clusters: number; effect: number },
): Interval {
  if (total === 0 || clusters < 2) return [0, 1];
  const n = total / effect;
  const t = t975(clusters - 1);
  const rate = passed / total;
  const centre = rate + (t * t) / (2 * n);
  const spread = t * Math.sqrt((rate * (1 - rate)) / n + (t * t) / (4 * n * n));
  const scale = 1 + (t * t) / n;
  const low = passed === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  return [low, passed === total ? 1 : Math.min(1, (centre + spread) / scale)];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
