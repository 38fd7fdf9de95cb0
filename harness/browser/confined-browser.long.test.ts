import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { browsersOfProject, expectSavesOwnFolder, upload } from '../testing/guests/files-of-browser.ts';

const browsers = await browsersOfProject();

test.each(['Page'] as const)(
  'a guest saves files to the folder of the episode, and nowhere else (%s)',
  (of) => expectSavesOwnFolder(browsers, of),
);

test('a browser that is confined sees no folder of another episode', async () => {
  const { held, here, openHeld } = browsers;
  const other = await openHeld();
  await writeFile(`${other.folder.path}/theirs.txt`, 'theirs');
  expect((await upload(held, `${other.folder.path}/theirs.txt`)) === 'theirs').toBe(!here);
});
