import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { lastSaid } from './cell.ts';
import { mountLines } from './mount-lines.ts';

test('a temporary folder within another one is covered with it, once', async () => {
  const inner = await folderOf();
  const { each } = mountLines({ hidden: [], answers: [], shown: [] }, [path.dirname(inner), inner]);
  expect(each).toEqual([expect.stringContaining(` '${path.dirname(inner)}'`)]);
});

test('what mount says is told, and not where more may be said', () => {
  const said = 'mount: /x: mount point does not exist.\n       dmesg(1) may have more information.\n';
  expect(lastSaid(said)).toBe('mount: /x: mount point does not exist.');
  expect(lastSaid('')).toBeNull();
});
