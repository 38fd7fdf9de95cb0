import path from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeOf, guideOf, readGuides } from './guides.ts';

const guides = readGuides();
const shellBlocks = guides
  .flatMap(({ blocks }) => blocks)
  .filter(({ language, file }) => language === 'sh' && file === null);

test('at most one block of commands in ten is marked as not run, each with its reason', () => {
  const marked = shellBlocks.filter(({ notRun }) => notRun !== null);
  expect(marked.filter(({ notRun }) => notRun === '').map(({ text }) => text)).toEqual([]);
  expect(shellBlocks.length).toBeGreaterThan(20);
  expect(marked.length / shellBlocks.length).toBeLessThanOrEqual(0.1);
});

test.each(guides)('$file says in its head what it is for and where it stands', ({ fields }) => {
  expect(fields).toMatchObject({
    title: expect.stringMatching(/\w/),
    description: expect.stringMatching(/\.$/),
  });
  const sharing = guides.filter(
    (each) => each.fields.part === fields.part && each.fields.order === fields.order,
  );
  expect(sharing).toHaveLength(1);
});

test.each(guides)('$file names each file that a reader writes in the prose before it', ({ blocks }) => {
  const unnamed = blocks.filter(({ file, before }) => file !== null && !before.includes(path.basename(file)));
  // Files of one folder may be named together.
  expect(unnamed.filter(({ before }) => before.trim() !== '').map(({ file }) => file)).toEqual([]);
});

test('a mark, its reason, the file of a block and the exit code of a command are read', () => {
  const { fields, blocks } = guideOf(
    'a.md',
    [
      '---\npart: guide\n---\n<!-- not run: needs a key -->\n```sh\nsend\n```\n<!-- not run -->\n```sh\nsend\n```\n',
      '```ts title="a/b.ts"\nexport {};\n```\n```sh\nfail # exit code 1\n```\n',
    ].join(''),
  );
  expect(fields).toEqual({ part: 'guide' });
  expect(blocks).toMatchObject([
    { language: 'sh', file: null, text: 'send\n', notRun: 'needs a key' },
    { language: 'sh', file: null, text: 'send\n', notRun: '' },
    { language: 'ts', file: 'a/b.ts', text: 'export {};\n', notRun: null },
    { language: 'sh', file: null, text: 'fail # exit code 1\n', notRun: null },
  ]);
  expect(blocks.map(({ text }) => exitCodeOf(text))).toEqual([0, 0, 0, 1]);
});
