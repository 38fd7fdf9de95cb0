import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those above it, once, and what cannot be one is an error', async () => {
  const root = await folderOf({});
  const folder = path.join(root, 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
  writeFileSync(path.join(root, 'file'), '');
  expect(() => makeFolder(path.join(root, 'file/below'))).toThrow(/ENOTDIR|EEXIST/);
});

test('where no folder can be made it ends', () => {
  expect(() => makeFolder('/proc/none/below')).toThrow('ENOENT');
});

if (isLong) {
  test('where no folder can be made the command line ends', async () => {
    const doctor = await execa(
      process.execPath,
      [path.join(thisProject.root, 'harness/cli/main.ts'), 'doctor'],
      {
        ...{ reject: false, extendEnv: false, timeout: 60_000, killSignal: 'SIGKILL' },
        env: { ...cleanEnv(), HOME: '/proc/none', XDG_CACHE_HOME: '', CONTRACT_BENCH_CACHE: '' },
      },
    );
    expect(doctor).toMatchObject({ timedOut: false });
    expect(doctor.stdout).toContain('CONTRACT_BENCH_CACHE');
  });
}

test('below a working folder that somebody has removed it ends', async () => {
  const script = `
import { rmSync } from 'node:fs';
import { makeFolder } from ${JSON.stringify(import.meta.resolve('./make-folder.ts'))};
rmSync(process.cwd(), { recursive: true });
makeFolder('a/b');`;
  const ended = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    ...{ reject: false, cwd: await folderOf({}), timeout: 60_000, killSignal: 'SIGKILL' },
  });
  expect(ended).toMatchObject({
    timedOut: false,
    stderr: expect.stringContaining("ENOENT: no such file or directory, mkdir 'a'"),
  });
});
