import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { isAlive, within } from '../../testing/processes.ts';
import { removeLater } from '../../testing/remove-later.ts';
import { everyNth, isLong } from '../../testing/sized.ts';
import { folderInMemory } from '../files/folder-in-memory.ts';
import { openCell } from './cell.ts';
import { leaseCell } from './cells.ts';
import { enterCell } from './enter-cell.ts';
import { openStart } from './open-start.ts';
import { placesFor } from './places.ts';

const nothing = { checkout: null, answers: [] };

/** With the network of the host, of a run that shows a folder of its own. */
async function lease() {
  const more = [await folderOf({ 'one.txt': '' })];
  return leaseCell(placesFor(nothing, ['sh'], process.env, more), process.env, 'host');
}

if (isLong) {
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
}

if (isLong) {
  test('a cell opens where Node lies in the temporary folder, as in a checkout below /tmp', async () => {
    const found = await leaseCell(placesFor(nothing, ['sh'], process.env), process.env, 'own');
    if ('why' in found) return expect(await lease()).toEqual(found);
    found.release();
    // What is installed has Node in it: a copy would be of a hundred megabytes.
    const temporary = process.execPath.replace(/(?<=\/node_modules)\/.*/, '');
    const cell = await openCell(found.cell, placesFor(nothing, ['sh'], process.env), temporary);
    onTestFinished(() => cell.end());
    const own = mkdtempSync(path.join(temporary, 'cb-own-'));
    removeLater(own);
    chmodSync(own, 0o777);
    const entrance = await enterCell(cell, `cell-${randomUUID()}`, { output: false, errors: true });
    onTestFinished(() => entrance.end());
    entrance.become({ command: process.execPath, args: ['-e', ''], env: {}, folder: own });
    await entrance.exited;
    expect(entrance.child.exitCode).toBe(0);
  });
}

test('what a process is given as its environment is not heard before it has lost its rights', async () => {
  const program = (name: string) =>
    `#!/bin/sh\n: > "\${0%/*}/../ran-${name}"\nPATH=/usr/sbin:/usr/bin:/sbin:/bin\nexec ${name} "$@"\n`;
  const names = ['prlimit', 'setpriv', 'sh', 'unshare'];
  const folder = await folderOf(Object.fromEntries(names.map((name) => [`bin/${name}`, program(name)])));
  for (const name of names) chmodSync(path.join(folder, 'bin', name), 0o755);
  const start = await openStart(nothing, ['sh'], `test-${randomUUID()}`);
  onTestFinished(() => start.end());
  const said = 'two\nlines of "it\'s" $HOME';
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, SAID: said };
  const args = ['-c', 'printf "%s" "$SAID" > said'];
  const { exited } = await start.run({ command: '/bin/sh', args, env, folder }, []);
  await exited;
  expect(readFileSync(path.join(folder, 'said'), 'utf8')).toBe(said);
  expect(readdirSync(folder).sort()).toEqual(['bin', 'said']);
});

const memory = folderInMemory(2 ** 26);

test.each(everyNth(3, ['/tmp', ...(memory ? [memory, `${memory}/cbt-of-cells`] : [])]))(
  'a process of a cell has its own part of the temporary folder %s, and finds it empty but for that',
  async (temporary) => {
    vi.stubEnv('TMPDIR', temporary);
    // Not later: what another file of this worker loads comes before its first test.
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    if (mkdirSync(temporary, { recursive: true })) removeLater(temporary);
    const found = await leaseCell(placesFor(nothing, ['sh'], process.env), process.env, 'own');
    if ('why' in found) return expect(await lease()).toEqual(found);
    onTestFinished(() => {
      found.release();
      found.cell.end();
    });
    const own = await folderOf();
    const entrance = await enterCell(found.cell, `cell-${randomUUID()}`, { output: false, errors: true });
    onTestFinished(() => entrance.end());
    const words = 'LC_ALL=C ls "$1" > seen; echo "$PWD" >> seen; ! echo x > /dev/x';
    entrance.become({ command: 'sh', args: ['-c', words, 'sh', temporary], env: {}, folder: own });
    await entrance.exited;
    expect(entrance.child.exitCode).toBe(0);
    // What is installed is shown where it lies, which is here too in a checkout below /tmp.
    const shown = found.cell.own.entries
      .map(({ place }) => path.relative(temporary, place).split('/')[0] ?? '')
      .filter((name) => name !== '' && name !== '..');
    const names = [...new Set([path.basename(own), ...shown])].sort();
    expect(readFileSync(path.join(own, 'seen'), 'utf8')).toBe(`${names.join('\n')}\n${own}\n`);
  },
);
