import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectLight } from '../../testing/light-command.ts';
import { scratchProject } from '../../testing/scratch-project.ts';

test('a command is one file and one line of the list', async () => {
  const project = await scratchProject({ git: false });
  const folder = path.join(project.folder, 'harness', 'cli', 'commands');
  await writeFile(
    path.join(folder, 'greet.ts'),
    `import { textOr } from '../flags.ts';
import { defineCommand } from './command.ts';

export const greet = defineCommand({
  name: 'greet',
  summary: 'greet somebody',
  arguments: {},
  options: { inWords: textOr('hello', '<word>', 'what is said') },
  run: async ({ inWords }) => ({ lines: [inWords], exitCode: 3, data: { said: inWords } }),
});
`,
  );
  const index = path.join(folder, 'index.ts');
  const list = await readFile(index, 'utf8');
  const longer = list.replace('\n  run,\n', "\n  run,\n  (await import('./greet.ts')).greet,\n");
  expect(longer).not.toBe(list);
  await writeFile(index, longer);
  expect((await project.harness(['--help'])).stdout).toMatch(/^ +greet \[options\] +greet somebody$/m);
  expect((await project.harness(['greet', '--help'])).stdout).toContain('--in-words <word>');
  expect(await project.harness(['greet'])).toEqual({ exitCode: 3, stdout: 'hello', stderr: '' });
  const { stdout, exitCode } = await project.harness(['greet', '--in-words', 'moin', '--json']);
  expect([JSON.parse(stdout), exitCode]).toEqual([{ said: 'moin' }, 3]);
});

test.each([[['--help']], [['verify', '--help']]])('%j loads the command line and little else', expectLight);
