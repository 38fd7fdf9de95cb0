import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchProject } from '../testing/scratch-project.ts';

test('an audit shows what each control came to, and fails where one passes', async () => {
  const project = await scratchProject({ git: false });
  // A contract that the start page satisfies: who does nothing has done this task.
  const weak = path.join(project.folder, 'tasks', 'fixtures', 'fixture-iframe-neighbour.md');
  const text = await readFile(weak, 'utf8');
  const [, startUrl = ''] = /^startUrl: (.*)$/m.exec(text) ?? [];
  const contract = `success:\n  kind: url\n  pattern: '^${startUrl.replaceAll('.', '\\.')}'\n---`;
  await writeFile(weak, text.replace(/^success:[\s\S]*?^---/m, contract));
  const { stdout, exitCode } = await project.harness([
    'audit',
    '--task',
    'fixture-iframe-neighbour',
    '--control',
    'noop,start-url',
  ]);
  expect(stdout).toMatch(/^fixture-iframe-neighbour +passed +passed +\w+$/m);
  expect(stdout).toMatch(/^fixture-iframe-neighbour noop: must be failed; found passed$/m);
  expect(exitCode).toBe(1);
});
