import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildPackage } from '../cli/packing/build-package.ts';
import { publishedManifest, readManifest } from '../cli/packing/manifests.ts';
import { thisProject } from '../cli/this-project.ts';
import { folderOf } from './folder-of.ts';
import { git } from './remotes/bare-remote.ts';

/** A user's git checkout, with a space in its path, in which the package is installed with all of its parts. */
export async function installedProject(): Promise<string> {
  const folder = path.join(await folderOf({}), 'my bench');
  await install(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "name": "my-bench", "type": "module" }\n');
  await writeFile(path.join(folder, '.gitignore'), 'node_modules/\n');
  await git(folder, 'init', '--quiet', '--initial-branch', 'main');
  return folder;
}

/** The package as it would be published; what it needs is that of this repository, without the network. */
export async function install(folder: string): Promise<void> {
  const { root } = thisProject;
  const packages = path.join(folder, 'node_modules');
  const installed = path.join(packages, 'contract-bench');
  const manifest = await readManifest(root);
  await buildPackage(root, path.join(installed, 'lib'), manifest);
  const own = publishedManifest(manifest, null);
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(own));
  const here = path.join(root, 'node_modules');
  for (const name of await readdir(here))
    if (!name.startsWith('.')) await symlink(path.join(here, name), path.join(packages, name));
  await mkdir(path.join(packages, '.bin'));
  const [program = ''] = Object.values(own.bin);
  await chmod(path.join(installed, program), 0o755);
  await symlink(path.join('..', 'contract-bench', program), path.join(packages, '.bin', 'contract-bench'));
}
