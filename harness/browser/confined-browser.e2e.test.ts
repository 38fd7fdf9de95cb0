import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { browsersOfProject, expectSavesOwnFolder, upload } from '../testing/guests/files-of-browser.ts';

const browsers = await browsersOfProject();

test('a page reads the files of the episode that a guest gives it, and no recording', async () => {
  const { project, held, free, here } = browsers;
  const recording = `${project}/transcripts/task.jsonl`;
  const law = `${thisProject.root}/package.json`;
  expect((await upload(held, recording))?.includes('finalUrl') ?? false).toBe(!here);
  expect((await upload(held, law))?.includes('contract-bench') ?? false).toBe(!here);
  await writeFile(`${held.folder.path}/mine.txt`, 'mine');
  expect(await upload(held, `${held.folder.path}/mine.txt`)).toBe('mine');
  expect(await upload(free, recording)).toContain('finalUrl');
});

test.each(['Browser'] as const)(
  'a guest saves files to the folder of the episode, and nowhere else (%s)',
  (of) => expectSavesOwnFolder(browsers, of),
);
