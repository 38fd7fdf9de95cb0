import { expect, onTestFinished, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { isAlive, within } from '../../testing/processes.ts';
import { leaseCell } from './cells.ts';
import { placesFor } from './places.ts';

/** With the network of the host, of a run that hides a folder of its own. */
async function lease() {
  const hidden = { checkout: null, answers: [await folderOf({ 'one.txt': '' })] };
  return leaseCell(placesFor(hidden, ['sh'], process.env, []), process.env, 'host');
}

test('a cell of places that nobody uses any more ends, one in use is kept', async () => {
  const used = await lease();
  const runs = await Promise.all(Array.from({ length: 8 }, lease));
  if ('why' in used) return expect(runs).toEqual([used, used, used]);
  onTestFinished(() => used.release());
  const pids = runs.map((run) => {
    if ('why' in run) throw new Error(run.why);
    run.release();
    return run.cell.pid;
  });
  expect(pids.every(isAlive)).toBe(true);
  const next = await lease();
  if ('why' in next) throw new Error(next.why);
  expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
  expect([used.cell.pid, next.cell.pid].every(isAlive)).toBe(true);
  next.release();
});
