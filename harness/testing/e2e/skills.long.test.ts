import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { CommandProcess } from '../command-process.ts';
import { minimal, minimalCopy } from '../minimal-suite.ts';
import { cleanEnv } from '../scratch-project.ts';

const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

const skills = (...args: string[]) => commandLines.run(['skills', ...args]);

test('two deterministic runs from two folders are the same byte for byte, and without git only the commit differs', async () => {
  const [one, two] = [await minimalCopy(), await minimalCopy()];
  const runs: string[] = [];
  for (const folder of [one, two, one]) {
    const out = path.join(folder, 'run.json');
    await skills(
      'bench',
      'run',
      '--config',
      path.join(folder, 'bench.yaml'),
      '--deterministic',
      '--out',
      out,
    );
    runs.push(await readFile(out, 'utf8'));
  }
  expect(runs[1]).toBe(runs[0]);
  expect(runs[2]).toBe(runs[0]);
  const inGit = await skills(
    'run',
    '--config',
    path.join(minimal, 'bench.yaml'),
    '--deterministic',
    '--format',
    'json',
  );
  const withCommit = JSON.parse(inGit.stdout);
  expect(JSON.parse(runs[0] ?? '').run.git_commit).toBeNull();
  withCommit.run.git_commit = null;
  expect(`${JSON.stringify(withCommit, null, 2)}\n`).toBe(runs[0]);
});
