import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../harness/platform/errors/user-error.ts';
import { readDemoOptions } from './demo-options.ts';

let folder: string;
let results: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-options-')));
  results = join(folder, 'project', 'results');
  mkdirSync(join(results, 'skills'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (...args: string[]) => readDemoOptions(args, results);

test('without flags there are 200 commits in a folder still to be made', () => {
  const board = { rows: 20, trials: 3 };
  const history = { commits: 200, tasks: 30, runsPerCommit: 3, ...board };
  expect(read()).toEqual({ ...history, seed: 1, out: null, build: true });
});

test('help asks for no history', () => {
  expect(read('--help')).toBeNull();
});

test('every flag is heard', () => {
  const numbers = ['--commits', '7', '--tasks', '2', '--runs-per-commit', '1', '--seed', '9'];
  const board = ['--rows', '4', '--trials', '2'];
  const out = join(folder, 'new', 'place');
  expect(read(...numbers, ...board, '--out', out, '--no-build')).toEqual({
    commits: 7,
    tasks: 2,
    runsPerCommit: 1,
    rows: 4,
    trials: 2,
    seed: 9,
    out,
    build: false,
  });
});

test.each([
  ['--commits', '0'],
  ['--commits', '1e3'],
  ['--commits', '-5'],
  ['--tasks', ''],
  ['--runs-per-commit', '6'],
  ['--rows', '101'],
  ['--trials', '0'],
  ['--seed', 'x'],
  ['--commit', '5'],
  ['surplus', ''],
])('%s %s is refused by name', (flag, value) => {
  expect(() => read(flag, value)).toThrow(UserError);
  expect(() => read(flag, value)).toThrow(flag.startsWith('--') ? flag : 'surplus');
});

test('what was measured stays as it is: neither its folder, nor one in it, nor a link to it, nor the one it is in', () => {
  symlinkSync(results, join(folder, 'link'));
  const places = [results, join(results, 'demo'), join(results, 'skills'), join(folder, 'link', 'demo')];
  for (const place of [...places, join(folder, 'project')])
    expect(() => read('--out', place), place).toThrow(`would put invented results into ${results}`);
});

test('a folder with other things in it is refused, an empty one and an earlier demo are not', () => {
  const out = join(folder, 'out');
  mkdirSync(join(out, 'results'), { recursive: true });
  expect(() => read('--out', out)).toThrow('neither empty nor an earlier demo');
  writeFileSync(join(out, 'results', 'synthetic.json'), '{}');
  expect(read('--out', out)?.out).toBe(out);
  mkdirSync(join(folder, 'empty'));
  expect(read('--out', join(folder, 'empty'))?.out).toBe(join(folder, 'empty'));
});

test('a file is no folder', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => read('--out', join(folder, 'file'))).toThrow('is a file');
});
