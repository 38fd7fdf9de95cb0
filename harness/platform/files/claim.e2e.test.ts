import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { claimFolder } from './claim.ts';

/** A process that is there, and ends with the test. */
function living(): number {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

test('a folder that another process is at work in is not had, and that process is named', async () => {
  const folder = await folderOf();
  const pid = living();
  writeFileSync(path.join(folder, `.in-use-${pid}-x`), hostname());
  expect(await claimFolder(folder)).toMatchObject({ heldBy: { pid, host: hostname() } });
  expect(readdirSync(folder)).toEqual([`.in-use-${pid}-x`]);
});

test('what dead processes have left, here or elsewhere, full or cut short, is in nobody’s way', async () => {
  const folder = await folderOf();
  const gone = spawn(process.execPath, ['--eval', '0']);
  await once(gone, 'exit');
  const long = Date.now() / 1000 - 120;
  const left = {
    [`${gone.pid}-dead`]: hostname(),
    '1-elsewhere': 'another-machine',
    [`${living()}-cut`]: '',
  };
  for (const [name, text] of Object.entries(left)) writeFileSync(path.join(folder, `.in-use-${name}`), text);
  utimesSync(path.join(folder, '.in-use-1-elsewhere'), long, long);
  utimesSync(path.join(folder, `.in-use-${Object.keys(left).at(-1)}`), long, long);
  const claim = await claimFolder(folder);
  expect(claim).not.toHaveProperty('heldBy');
  expect(readdirSync(folder)).toEqual([expect.stringMatching(`^\\.in-use-${process.pid}-`)]);
  if (Symbol.dispose in claim) claim[Symbol.dispose]();
  expect(readdirSync(folder)).toEqual([]);
});

test('a claim of another machine is waited for: it grows old, or its owner is named', async () => {
  const folder = await folderOf({ '.in-use-7-elsewhere': 'another-machine' });
  expect(await claimFolder(folder, 20)).toMatchObject({ heldBy: { pid: 7, host: 'another-machine' } });
  const waiting = claimFolder(folder);
  const long = Date.now() / 1000 - 120;
  utimesSync(path.join(folder, '.in-use-7-elsewhere'), long, long);
  const claim = await waiting;
  expect(claim).not.toHaveProperty('heldBy');
  if (Symbol.dispose in claim) claim[Symbol.dispose]();
});
