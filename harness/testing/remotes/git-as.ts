import { execa } from 'execa';

/** Runs git there as a test user and returns its output; throws if git fails. */
export async function gitAs(folder: string, ...args: string[]): Promise<string> {
  const identity = [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  return (await execa('git', [...identity, ...args], { cwd: folder })).stdout;
}

/** Commits all that there is and gives the commit. */
export async function commitAll(folder: string, message: string, ...flags: string[]): Promise<string> {
  await gitAs(folder, 'add', '--all');
  await gitAs(folder, 'commit', '--quiet', ...flags, '--message', message);
  return gitAs(folder, 'rev-parse', 'HEAD');
}
