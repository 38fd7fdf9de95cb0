import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { thisProject } from '../cli/this-project.ts';
import { git } from '../test-remotes/bare-remote.ts';
import { folderOf } from './folder-of.ts';

/** A git checkout of somebody's, with a space in its path, in which this repository is installed as the package would be. */
export async function installedProject(): Promise<string> {
  const folder = path.join(await folderOf({}), 'my bench');
  await install(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "name": "my-bench", "type": "module" }\n');
  await writeFile(path.join(folder, '.gitignore'), 'node_modules/\n');
  await git(folder, 'init', '--quiet', '--initial-branch', 'main');
  return folder;
}

/** `npx contract-bench` and the import of the configuration work there. */
export async function install(folder: string): Promise<void> {
  const installed = path.join(folder, 'node_modules', 'contract-bench');
  const bin = path.join(folder, 'node_modules', '.bin');
  await mkdir(installed, { recursive: true });
  await mkdir(bin, { recursive: true });
  const manifest = {
    name: 'contract-bench',
    version: '0.0.0',
    type: 'module',
    exports: { '.': './index.js' },
  };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(manifest));
  const source = pathToFileURL(path.join(thisProject.root, 'harness/config/define-config.ts'));
  await writeFile(path.join(installed, 'index.js'), `export { defineConfig } from '${source}';\n`);
  const command = path.join(bin, 'contract-bench');
  const cli = path.join(thisProject.root, 'harness/cli.ts');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  await chmod(command, 0o755);
}
