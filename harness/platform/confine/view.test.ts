import { chmod, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { lastLine } from './cell.ts';
import { linesOf, viewSteps, viewsOf } from './view.ts';

const nothing = { shown: [], covered: [], ownersAlone: false };

test('a temporary folder within another one is empty with it, once', async () => {
  const inner = await folderOf();
  const { own } = viewsOf(nothing, [path.dirname(inner), inner]);
  expect(own.temporary).toEqual([path.dirname(inner)]);
});

test('what is hidden in a folder is hidden by each name that the folder is shown by', async () => {
  const folder = await folderOf({ 'real/answers/one.md': '', 'real/server.js': '' });
  await chmod(path.join(folder, 'real'), 0o755);
  await symlink(path.join(folder, 'real'), path.join(folder, 'link'));
  const answers = path.join(folder, 'real', 'answers');
  const { shown } = viewsOf({ ...nothing, shown: [path.join(folder, 'link')], covered: [answers] }, []);
  const covers = shown
    .filter(({ kind }) => kind === 'cover')
    .map(({ place }) => path.relative(folder, place));
  expect(covers.toSorted()).toEqual(['link/answers', 'real/answers']);
});

test('what lies in a folder that root alone may enter is shown in one that is open', async () => {
  const folder = await folderOf({ 'server.js': '', 'lib/one.js': '' });
  await symlink('server.js', path.join(folder, 'main.js'));
  await chmod(folder, 0o700);
  const { shown } = viewsOf({ ...nothing, shown: [folder] }, []);
  const found = shown.map(({ place, kind }) => `${kind} ${path.relative(folder, place)}`).toSorted();
  expect(found).toEqual(
    process.getuid?.() === 0 ? ['file server.js', 'folder lib', 'link main.js'] : ['folder '],
  );
});

test('a child that must be hidden is not shown in a folder that is shown child by child', async () => {
  const folder = await folderOf({ 'server.js': '', 'answer.md': '', 'tasks/one.md': '' });
  await chmod(folder, 0o700);
  const covered = ['answer.md', 'tasks'].map((name) => path.join(folder, name));
  const { shown } = viewsOf({ ...nothing, shown: [folder], covered }, []);
  const found = shown.map(({ place, kind }) => `${kind} ${path.relative(folder, place)}`).toSorted();
  expect(found).toEqual(
    process.getuid?.() === 0 ? ['file server.js'] : ['cover tasks', 'file-cover answer.md', 'folder '],
  );
});

test('mounts that follow one another are one command, and names with spaces stay whole', () => {
  const entries = [
    { place: '/a b', source: '/x y', kind: 'folder' as const },
    { place: '/c', source: '/c', kind: 'file' as const },
    { place: "/d'e", source: "/d'e", kind: 'file' as const },
  ];
  const lines = linesOf(viewSteps(entries, '/root'), 'table');
  expect(lines.filter((line) => line.startsWith('mount'))).toEqual(['mount -aT table', 'mount -aT table']);
  expect(lines.join('\n')).toContain('/x\\040y /root/a\\040b none');
  expect(lines).toContain(": > '/root/d'\\''e'");
});

test('the last line that mount printed is the reason, and an indented one belongs to it', () => {
  const printed = 'mount: /x: mount point does not exist.\n       dmesg(1) may have more information.\n';
  expect(lastLine(printed)).toBe('mount: /x: mount point does not exist.');
  expect(lastLine('')).toBeNull();
});
