import path from 'node:path';
import { folderOf } from '../folder-of.ts';
import { gitAs } from './git-as.ts';

/** A bare repository that is `origin` of the checkout, with its HEAD as branch `main`. */
export async function remoteOf(checkout: string): Promise<string> {
  const remote = path.join(await folderOf(), 'remote.git');
  await gitAs(checkout, 'init', '--quiet', '--bare', '--initial-branch', 'main', remote);
  await gitAs(checkout, 'remote', 'add', 'origin', `file://${remote}`);
  await gitAs(checkout, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  return remote;
}
