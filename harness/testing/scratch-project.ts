import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa, type Options, type Result } from 'execa';
import { thisProject } from '../cli/this-project.ts';
import { CommandProcess, type Ended } from './command-process.ts';
import { doLater } from './remove-later.ts';
import { claimScratchFolder, fillScratchFolder } from './scratch-folders.ts';

export type ScratchProject = {
  folder: string;
  /** HEAD of the copy; null outside a git checkout. */
  sha: string | null;
  /**
   * Runs the command line in the copy; never throws, whatever it exits with. With options, and while another one runs,
   * it has a process of its own; else it shares one with those before it.
   */
  harness(args: string[], options?: Options): Promise<Ended>;
  results(): Promise<unknown>;
};

/** A copy of the project with no results in it, so that a test can append some; free for others after the file's tests. */
export async function scratchProject({ git = true } = {}): Promise<ScratchProject> {
  const { folder, release } = claimScratchFolder();
  doLater(release);
  fillScratchFolder(folder);
  await symlink(path.join(thisProject.root, 'node_modules'), path.join(folder, 'node_modules'));
  const sha = git ? await commit(folder) : null;
  const commands = new CommandProcess(folder, cleanEnv());
  doLater(() => commands.end());
  const harness = async (args: string[], options?: Options) => {
    if (!options && commands.isFree) return commands.run(args);
    const ended = await execa(process.execPath, [path.join(folder, 'harness', 'cli', 'main.ts'), ...args], {
      cwd: folder,
      reject: false,
      stdin: 'ignore',
      extendEnv: false,
      env: cleanEnv(),
      ...options,
    });
    return { exitCode: ended.exitCode ?? -1, stdout: String(ended.stdout), stderr: String(ended.stderr) };
  };
  const results = async () => JSON.parse(await readFile(path.join(folder, 'results', `${sha}.json`), 'utf8'));
  return { folder, sha, harness, results };
}

/** What a command said besides the one line with which a run says that nothing can be confined on this machine. */
export function withoutConfinementLine(stderr: string): string {
  return stderr.replace(/^not confined: .*\n?/m, '');
}

/** The environment without what a CI service sets, which would change what is tested. */
export function cleanEnv(): Record<string, string> {
  const kept = [
    ...['PATH', 'HOME', 'TMPDIR', 'CHROME_PATH', 'CONTRACT_BENCH_CACHE', 'XDG_CACHE_HOME'],
    'NODE_COMPILE_CACHE',
  ];
  const inherited = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? '']] : []));
  // The times of a test are ranked nowhere, and a look at the processor takes a third of a second of each.
  return { ...Object.fromEntries(inherited), CONTRACT_BENCH_PROBE: '0' };
}

async function commit(folder: string): Promise<string> {
  const git = (...args: string[]): Promise<Result> =>
    execa('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });
  await git('init', '--quiet');
  const objects = await execa('git', ['rev-parse', '--path-format=absolute', '--git-path', 'objects'], {
    cwd: thisProject.root,
    reject: false,
  });
  // What the project's own repository has is not compressed and written again.
  if (!objects.failed)
    await writeFile(path.join(folder, '.git', 'objects', 'info', 'alternates'), `${objects.stdout}\n`);
  await git('add', '--all');
  await git('commit', '--quiet', '--no-gpg-sign', '--message', 'test: a scratch copy');
  return String((await git('rev-parse', 'HEAD')).stdout);
}
