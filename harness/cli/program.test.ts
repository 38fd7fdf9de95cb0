import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from './this-project.ts';

const folder = path.join(thisProject.root, 'harness');
const sources = globSync('**/*.ts', { cwd: folder })
  // What a build of the site reads: a process of its own.
  .filter((file) => !/\.test\.ts$|^testing\/|^publish\/board\/settings\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

test.each([
  ['the working directory is read', /process\.cwd\(/g],
  ['the exit code is set', /process\.exitCode =/g],
  ['standard output is taken as the place of an outcome', /process\.stdout\.on\(/g],
])('%s in one place of the command line', (_, pattern) => {
  const found = sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(() => file));
  expect(found).toEqual(['cli/program.ts']);
});

test('Node comes with an install that leaves development dependencies out', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(thisProject.root, 'package.json'), 'utf8'));
  expect(dependencies).toHaveProperty('node');
});

test('what was typed is read in one place of the command line', () => {
  // Processes of their own that others start: their arguments are not typed by a person.
  const children = [
    'agents/controls/cheat/cheat-server.ts',
    'experiments/overhead/bare-agent.ts',
    'experiments/overhead/bare-replay.ts',
    'experiments/overhead/read-long-history.ts',
    'servers/command-server/program/main.ts',
    'browser/launch-shim/program/main.ts',
  ];
  const found = sources.filter(({ text }) => /process\.argv\b|\bparseArgs\b/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual([...children, 'cli/main.ts'].sort());
});
