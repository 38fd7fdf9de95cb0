/** The cost of a world, and the oracle on the twelve tasks of `town-sample` against a bare script. */

import { diffTables } from '../../judge/changes/diff-tables.ts';
import { median } from '../../results/statistics/statistics.ts';
import { type FixtureSites, readFixtureSites } from '../../web/fixture-sites.ts';
import { benchTownSample } from './bench-episodes.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const worlds = 100;
const manyRows = 10_000;

export async function benchTown(circumstances: Circumstances): Promise<Measurement> {
  const { project, print } = circumstances;
  const fixtureSites = await readFixtureSites(project.webRoots);
  const worldMs = medianWorldMs(fixtureSites);
  print(`a fresh world, median of ${worlds} seeds: ${worldMs.toFixed(1)} ms (under 20 required)`);
  const diffMs = medianDiffMs();
  print(`the diff of a world of ${manyRows} rows, median: ${diffMs.toFixed(2)} ms (under 5 required)`);
  return { ...(await benchTownSample(circumstances)), worldMs, diffMs };
}

/** Including the tables that an episode keeps for the comparison at its end. */
function medianWorldMs(fixtureSites: FixtureSites): number {
  const open = (seed: number) => {
    const from = performance.now();
    fixtureSites.open(seed).world?.tables();
    return performance.now() - from;
  };
  for (let seed = 1; seed <= 10; seed++) open(seed);
  return median(Array.from({ length: worlds }, (_, index) => open(index + 1))) ?? Number.NaN;
}

/** Four tables, each with one changed, one added and one removed row. */
function medianDiffMs(): number {
  const tables = ['a', 'b', 'c', 'd'];
  const row = (id: number) => ({ id: `r-${id}`, name: `the row ${id}`, count: id, tags: ['one', 'two'] });
  const rows = Array.from({ length: manyRows / tables.length }, (_, index) => row(index));
  const after = [...rows.slice(1, 50), { ...row(50), count: -1 }, ...rows.slice(51), row(manyRows)];
  const [old, now] = [rows, after].map((each) => Object.fromEntries(tables.map((table) => [table, each])));
  const diff = () => {
    const from = performance.now();
    const changes = diffTables(old ?? {}, now ?? {});
    const ms = performance.now() - from;
    if (changes.length !== 3 * tables.length) throw new Error(`the diff found ${changes.length} changes`);
    return ms;
  };
  for (let time = 0; time < 20; time++) diff();
  return median(Array.from({ length: 100 }, diff)) ?? Number.NaN;
}
