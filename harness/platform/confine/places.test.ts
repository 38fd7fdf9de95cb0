import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { placesFor } from './places.ts';

test('what a path with a space in it names is shown, as a word of its own and in a line for the shell', async () => {
  const folder = await folderOf({ 'a b/node_modules/server/cli.js': '', 'c d/server.js': '' });
  const modules = path.join(folder, 'a b', 'node_modules');
  const own = path.join(folder, 'c d', 'server.js');
  const hidden = { checkout: null, answers: [] };
  const words = [path.join(modules, 'server', 'cli.js'), `node "${own}" {endpoint}`];
  const { shown } = placesFor(hidden, words, { PATH: '' });
  expect(shown).toEqual(expect.arrayContaining([modules, own]));
});
