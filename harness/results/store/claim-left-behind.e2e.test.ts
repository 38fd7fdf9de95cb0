import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { within } from '../../testing/processes.ts';
import { exampleRun } from '../examples/example-run.ts';
import { saveRun } from './save-run.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const commit = { date: '2026-01-02T03:04:05+09:00', parents: [], subject: 'feat: a thing' };

test('a claim left behind by a process that is gone, or by a namesake of this one, is broken', async () => {
  const folder = await folderOf();
  const gone = spawn(process.execPath, ['--eval', '0']);
  await once(gone, 'exit');
  writeFileSync(join(folder, `.${sha}.json.lock-${gone.pid}-dead`), hostname());
  writeFileSync(join(folder, `.${sha}.json.lock-${process.pid}-namesake`), hostname());
  await saveRun(folder, sha, commit, exampleRun());
  expect(readdirSync(folder)).toEqual([`${sha}.json`]);
});

test('a claim left behind on another machine is waited for while it is young and broken when it is old', async () => {
  const folder = await folderOf();
  const claim = join(folder, `.${sha}.json.lock-1-elsewhere`);
  writeFileSync(claim, 'another-machine');
  const saving = saveRun(folder, sha, commit, exampleRun());
  // A claim is made and withdrawn within one turn, so only the file system says how often that was.
  const tries = new Set<string | null>();
  const watcher = watch(folder, (_, name) => name?.includes(`lock-${process.pid}-`) && tries.add(name));
  expect(await within(60_000, () => tries.size >= 2)).toBe(true);
  watcher.close();
  expect(readdirSync(folder)).not.toContain(`${sha}.json`);
  const long = Date.now() / 1000 - 120;
  utimesSync(claim, long, long);
  await saving;
  expect(readdirSync(folder)).toEqual([`${sha}.json`]);
});
