import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa, type Options } from 'execa';
import { thisProject } from '../cli/this-project.ts';
import { folderOf } from './folder-of.ts';
import { cleanEnv } from './scratch-project.ts';

/** What `npm pack` makes of the repository, as a file. */
export async function packTarball(): Promise<string> {
  const folder = await folderOf();
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: thisProject.root,
    // Lines of prepack come before the JSON.
    env: { npm_config_foreground_scripts: 'false' },
  });
  const [{ filename }] = JSON.parse(stdout);
  return path.join(folder, filename);
}

export async function filesIn(tarball: string): Promise<Map<string, string>> {
  const folder = await folderOf();
  await execa('tar', ['-xzf', tarball, '-C', folder]);
  const { stdout } = await execa('tar', ['-tzf', tarball]);
  const names = stdout.split('\n').filter((name) => !name.endsWith('/'));
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [name.replace(/^package\//, ''), await readFile(path.join(folder, name), 'utf8')] as const,
      ),
    ),
  );
}

/** How this machine reaches the registries of npm and Python: what tests pass on where something is installed. */
export function networkEnv(): Record<string, string> {
  const named =
    /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|npm_config_(registry|cafile|proxy|https_proxy)|PIP_(CERT|INDEX_URL))$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      named.test(name) && value ? [[name, value]] : [],
    ),
  );
}

/** Runs a program in a folder with this Node first on its PATH; never throws, whatever it exits with. */
export function commandIn(folder: string, node = path.dirname(process.execPath)) {
  return async (line: readonly string[], options: Options = {}) => {
    const [program = '', ...args] = line;
    const { PATH, ...env } = cleanEnv();
    const ended = await execa(program, args, {
      cwd: folder,
      reject: false,
      stdin: 'ignore',
      extendEnv: false,
      env: { ...env, ...networkEnv(), PATH: `${node}:${PATH}` },
      ...options,
    });
    return { exitCode: ended.exitCode ?? -1, stdout: String(ended.stdout), stderr: String(ended.stderr) };
  };
}
