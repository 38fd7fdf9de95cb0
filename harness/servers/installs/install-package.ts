import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../platform/errors/user-error.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';

/**
 * Somebody's program on npm, at one version. `bin`: its name, null of a library, for which its package.json stands.
 * `node`: the oldest Node that runs it. `executable`: a file of it that only its own install script would make one.
 */
export type ProgramPackage = {
  name: string;
  version: string;
  bin: string | null;
  node: string;
  executable?: string;
};

export type InstalledProgram = {
  /** Null where it is none of a package that could be found. */
  version: string | null;
  program: string;
  from: 'variable' | 'cache' | 'path';
};

const installLimitMs = 10 * 60_000;

/** Where a package is installed: a folder for each version, so that two checkouts with two pins don't meet. */
export function installFolder({ name, version }: ProgramPackage, env: NodeJS.ProcessEnv): string {
  return path.join(cacheFolder(env), 'programs', `${name.replace('@', '').replace('/', '-')}@${version}`);
}

/**
 * Installs it whole or not at all, and gives its folder; `scripts`: whether its packages may run theirs. Throws
 * `UserError` with npm's own last words.
 */
export async function installPackage(
  wanted: ProgramPackage,
  env: NodeJS.ProcessEnv,
  { scripts = true }: { scripts?: boolean } = {},
): Promise<string> {
  const { name, version, node, executable } = wanted;
  if (isOlder(process.versions.node, node))
    throw new UserError(`${name} ${version} needs Node ${node} or newer; found ${process.versions.node}`);
  const folder = installFolder(wanted, env);
  const part = `${folder}.part-${process.pid}`;
  makeFolder(part);
  try {
    await promisify(execFile)(
      'npm',
      [
        ...['install', '--prefix', part, '--no-audit', '--no-fund', '--no-save'],
        ...(scripts ? [] : ['--ignore-scripts']),
        `${name}@${version}`,
      ],
      // Its own folder: of a project with a `.npmrc` or a lockfile it must learn nothing.
      { cwd: part, env: { ...env }, timeout: installLimitMs, maxBuffer: 2 ** 24 },
    );
    const found = await versionIn(path.join(part, 'node_modules', name));
    // Where a version does not run on this Node, npm may give an older one.
    if (found !== version)
      throw new UserError(`${name}: asked npm for ${version}; found ${found ?? 'nothing'}`);
    if (executable) await chmod(path.join(part, 'node_modules', name, executable), 0o755);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    return folder;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (error instanceof UserError) throw error;
    throw new UserError(`${name}@${version}: npm could not install it: ${lastLines(error)}`);
  }
}

/** The program that a variable names, else that of the cache, else the one on the PATH; null where there is none. */
export async function findProgram(
  wanted: ProgramPackage,
  variable: string,
  env: NodeJS.ProcessEnv,
): Promise<InstalledProgram | null> {
  const named = env[variable];
  if (named) {
    const program = path.resolve(named);
    if (!existsSync(program))
      throw new UserError(`${variable}: found "${named}"; allowed is a file that is there`);
    return { program, from: 'variable', version: await versionAround(program, wanted.name) };
  }
  const { name, bin } = wanted;
  const below = bin === null ? [name, 'package.json'] : ['.bin', bin];
  const cached = path.join(installFolder(wanted, env), 'node_modules', ...below);
  if (existsSync(cached)) return { program: cached, from: 'cache', version: wanted.version };
  if (bin === null) return null;
  const onPath = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, bin))
    .find((file) => existsSync(file));
  if (!onPath) return null;
  return { program: onPath, from: 'path', version: await versionAround(onPath, wanted.name) };
}

async function versionAround(program: string, name: string): Promise<string | null> {
  let folder = path.dirname(realpathSync(program));
  for (;;) {
    const own = await versionIn(folder, name);
    if (own) return own;
    // A program may lie in a package for this machine alone, beside the one that it is of.
    const beside = await versionIn(path.join(folder, 'node_modules', name));
    if (beside) return beside;
    const above = path.dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}

async function versionIn(folder: string, name?: string): Promise<string | null> {
  try {
    const found = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    return name === undefined || found.name === name ? String(found.version) : null;
  } catch {
    return null;
  }
}

function isOlder(found: string, least: string): boolean {
  const [a, b] = [found, least].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((index) => (a?.[index] ?? 0) !== (b?.[index] ?? 0));
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

function lastLines(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = said.split('\n').filter((line) => /npm (error|ERR)/.test(line));
  return (lines.length > 0 ? lines : said.split('\n')).slice(0, 3).join(' | ').slice(0, 400);
}
