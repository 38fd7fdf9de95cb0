import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';
import { isLong } from '../sized.ts';

const harness = /^npm run harness -- /;

/** The fenced blocks of a section of the README, in their order. */
async function blocksOf(heading: string): Promise<{ language: string; lines: string[] }[]> {
  const text = await readFile(path.join(thisProject.root, 'README.md'), 'utf8');
  const [, section = ''] = text.split(`## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/```(\w+)\n(.*?)\n```/gs)].map(
    ([, language = '', body = '']) => ({ language, lines: body.split('\n') }),
  );
}

test('the commands of "My own task in five minutes" work in their order; an agent that does nothing fails', async () => {
  const project = await scratchProject();
  const blocks = await blocksOf('My own task in five minutes');
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'yaml', 'sh']);
  const [begin, fill, rest] = blocks;
  const mine = path.join(await folderOf(), 'mine');
  const run = async (line: string) => {
    const here = line.replaceAll('../mine', mine);
    if (harness.test(here)) return project.harness(here.replace(harness, '').split(' '));
    return execa('bash', ['-c', here], {
      cwd: project.folder,
      extendEnv: false,
      env: cleanEnv(),
      reject: false,
    });
  };
  for (const line of begin?.lines ?? []) expect([line, (await run(line)).exitCode]).toEqual([line, 0]);
  const file = path.join(mine, 'iana-help.md');
  const made = await readFile(file, 'utf8');
  const shown = (fill?.lines ?? []).join('\n');
  const keys = new Set([...shown.matchAll(/^(\w+):/gm)].map(([, key]) => key));
  // What is shown takes the place of the fields of its names, each with the lines that are indented below it.
  const kept = made.replace(/^(\w+):.*\n(?:(?:[ \t].*|#.*|)\n)*?(?=^\w+:|^---)/gm, (field, key) =>
    keys.has(key) ? '' : field,
  );
  await writeFile(
    file,
    kept.replace('---\n', () => `---\n${shown}\n`),
  );
  const lines = (rest?.lines ?? []).filter((line) => line !== '');
  // The small test stops after the line that checks what was filled in.
  for (const line of isLong ? lines : lines.slice(0, 1)) {
    const ended = await run(line);
    expect([line, ended.exitCode, ended.stderr]).toEqual([line, line.includes('noop') ? 1 : 0, ended.stderr]);
  }
});
