import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commandIn } from '../../testing/packed.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { thisProject } from '../this-project.ts';
import { buildPackage } from './build-package.ts';
import { publishedManifest, readManifest } from './manifests.ts';
import { published } from './published.ts';

const manifest = await readManifest(thisProject.root);
/** A repository of a stranger, with the package in it as npm installs it, beside the packages that it needs. */
let folder = '';

beforeAll(async () => {
  folder = path.join(await folderOf({ 'a b/.gitignore': 'node_modules\n' }), 'a b');
  const installed = path.join(folder, 'node_modules');
  const own = path.join(installed, manifest.name);
  await mkdir(own, { recursive: true });
  await buildPackage(thisProject.root, path.join(own, 'lib'), manifest);
  await writeFile(path.join(own, 'package.json'), JSON.stringify(publishedManifest(manifest, null)));
  await writeFile(
    path.join(folder, 'package.json'),
    '{ "name": "a-b", "private": true, "type": "module" }\n',
  );
  const needed = path.join(thisProject.root, 'node_modules');
  for (const name of await readdir(needed))
    if (!name.startsWith('.')) await symlink(path.join(needed, name), path.join(installed, name));
  await gitAs(folder, 'init', '--quiet');
});

const bench = (line: string) =>
  commandIn(folder)([
    process.execPath,
    path.join(folder, 'node_modules', manifest.name, published.bin),
    ...line.split(' '),
  ]);

test('the command of the package has its version, and not what only the repository has', async () => {
  expect(await bench('--version')).toMatchObject({ exitCode: 0, stdout: manifest.version });
  const docs = await bench('docs law');
  expect(docs.exitCode).toBe(2);
  expect(docs.stderr).toContain('unknown command "docs"');
});

test('an empty repository records, plays and gates what init wrote', async () => {
  const said = async (line: string) => {
    const ended = await bench(line);
    expect({ line, ...ended }).toMatchObject({ line, exitCode: 0 });
    return ended.stdout + ended.stderr;
  };
  expect(await said('init --yes')).toContain('write:   contract-bench.config.ts');
  expect(await said('record')).toContain('passed  first-note');
  await commitAll(folder, 'begun');
  expect(await said('run')).toContain('First contract-eval score = 1 / 1');
  expect(await said('gate --no-base')).toContain('gate passed');
  expect(await gitAs(folder, 'status', '--porcelain', '--untracked-files=all')).toMatch(
    /^\?\? results\/[0-9a-f]{40}\.json\n?$/,
  );
});
