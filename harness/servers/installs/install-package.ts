import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { digest, sha256 } from '../../platform/digest.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { fillFolder } from '../../platform/files/fill-folder.ts';

/**
 * A third-party program on npm, at one version. `bin`: its name; null for a library, which is located by its
 * package.json. `node`: the oldest Node that runs it. `executable`: a file that only its install script would make
 * executable. `lockSha256`: set for an install from a lockfile (`install-release.ts`).
 */
export type ProgramPackage = {
  name: string;
  version: string;
  bin: string | null;
  node: string;
  executable?: string;
  lockSha256?: string;
};

export type InstalledProgram = {
  /** Null if the program belongs to another package. */
  version: string | null;
  /** The folder of its package; null together with the version. */
  folder: string | null;
  program: string;
  from: 'variable' | 'cache' | 'path';
};

const installLimitMs = 10 * 60_000;

/** The install folder of a package, one for each version and lockfile, so that checkouts with different pins do not collide. */
export function installFolder(
  { name, version, lockSha256 }: Pick<ProgramPackage, 'name' | 'version' | 'lockSha256'>,
  env: NodeJS.ProcessEnv,
): string {
  const lock = lockSha256 === undefined ? '' : `+${lockSha256.slice(0, 16)}`;
  return path.join(
    cacheFolder(env),
    'programs',
    `${name.replace('@', '').replace('/', '-')}@${version}${lock}`,
  );
}

/**
 * Installs the package completely or not at all, and returns its folder. `scripts`: whether install scripts may run.
 * Throws `UserError` with npm's last error lines.
 */
export async function installPackage(
  wanted: ProgramPackage,
  env: NodeJS.ProcessEnv,
  { scripts = true }: { scripts?: boolean } = {},
): Promise<string> {
  const { name, version, executable } = wanted;
  checkNode(wanted);
  const folder = installFolder(wanted, env);
  await fillFolder(folder, async (part) => {
    const words = ['install', '--no-save', ...(scripts ? [] : ['--ignore-scripts']), `${name}@${version}`];
    await runNpm(wanted, words, part, env);
    const found = (await manifestIn(path.join(part, 'node_modules', name)))?.version;
    // npm may install an older version if this one does not run on this Node.
    if (found !== version)
      throw new UserError(`${name}: npm installed ${found ?? 'nothing'}; expected ${version}`);
    if (executable) await chmod(path.join(part, 'node_modules', name, executable), 0o755);
  });
  return folder;
}

/** Throws `UserError` if this Node is too old for the package. */
export function checkNode({ name, version, node }: ProgramPackage): void {
  if (isOlder(process.versions.node, node))
    throw new UserError(`${name} ${version} needs Node ${node} or newer; got ${process.versions.node}`);
}

/** Installs with npm. Throws `UserError`. */
export async function runNpm(
  { name, version }: Pick<ProgramPackage, 'name' | 'version'>,
  words: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
  limitMs = installLimitMs,
): Promise<string> {
  return askNpm(words, folder, env, limitMs).catch((error: Error) => {
    throw new UserError(`${name}@${version}: npm could not install it: ${error.message}`);
  });
}

/**
 * The output of npm in a folder of its own, so that no project's `.npmrc` or lockfile applies. Throws with npm's last
 * error lines.
 */
export async function askNpm(
  words: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      'npm',
      [...words, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: folder, env: { ...env }, timeout: limitMs, maxBuffer: 2 ** 26 },
    );
    return stdout;
  } catch (error) {
    const isLate = error instanceof Error && 'killed' in error && error.killed === true;
    throw new Error(isLate ? `it took more than ${limitMs / 1000} s` : lastLines(error));
  }
}

/** The program from the variable, else from the cache, else from the PATH; null if there is none. */
export async function findProgram(
  wanted: ProgramPackage,
  variable: string,
  env: NodeJS.ProcessEnv,
): Promise<InstalledProgram | null> {
  const named = env[variable];
  if (named) {
    const program = path.resolve(named);
    if (!existsSync(program)) throw new UserError(`${variable}: no such file: ${named}`);
    return { program, from: 'variable', ...(await packageAround(program, wanted)) };
  }
  const { name, bin } = wanted;
  const below = bin === null ? [name, 'package.json'] : ['.bin', bin];
  const cached = path.join(installFolder(wanted, env), 'node_modules', ...below);
  if (existsSync(cached)) return { program: cached, from: 'cache', ...(await packageAround(cached, wanted)) };
  if (bin === null) return null;
  const onPath = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, bin))
    .find((file) => existsSync(file));
  if (!onPath) return null;
  return { program: onPath, from: 'path', ...(await packageAround(onPath, wanted)) };
}

/** The digest of the paths and contents of all files of a package, without nested packages. */
export async function packageSha256(folder: string): Promise<string> {
  const files = (await filesBelow(folder)).filter(
    (file) => !path.relative(folder, file).split(path.sep).includes('node_modules'),
  );
  return digest(files.sort().map((file) => [path.relative(folder, file), sha256(readFileSync(file))]));
}

/**
 * The package that a program belongs to, by the nearest `package.json` with a name. The program may also lie in a
 * platform package, which the wanted package lists as an optional dependency.
 */
async function packageAround(
  program: string,
  { name, bin, executable }: ProgramPackage,
): Promise<Pick<InstalledProgram, 'version' | 'folder'>> {
  const none = { version: null, folder: null };
  const file = realpathSync(program);
  const folder = nearestPackage(path.dirname(file));
  const own = folder && (await manifestIn(folder));
  if (!folder || !own) return none;
  if (own.name === name) {
    const bins = typeof own.bin === 'string' ? [own.bin] : Object.values(own.bin ?? {});
    const programs = bin === null ? ['package.json'] : [...bins, ...(executable ? [executable] : [])];
    const isOwn = programs.some((each) => path.resolve(folder, String(each)) === file);
    return isOwn ? { version: own.version, folder } : none;
  }
  const above = folder.slice(0, -own.name.length);
  const places = [path.join(above, name), path.dirname(path.dirname(above))];
  for (const place of folder.endsWith(`${path.sep}${own.name}`) ? places : []) {
    const whole = await manifestIn(place);
    if (whole?.name === name && Object.hasOwn(whole.optionalDependencies ?? {}, own.name))
      return { version: whole.version, folder };
  }
  return none;
}

function nearestPackage(from: string): string | null {
  try {
    if (typeof JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')).name === 'string')
      return from;
  } catch {
    // A folder without a manifest, or with one that names no package.
  }
  const above = path.dirname(from);
  return above === from ? null : nearestPackage(above);
}

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  optionalDependencies: z.record(z.string(), z.unknown()).optional(),
});

export async function manifestIn(folder: string): Promise<z.infer<typeof Manifest> | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  return text === null ? null : (Manifest.safeParse(jsonOrUndefined(text)).data ?? null);
}

function isOlder(found: string, least: string): boolean {
  const [a, b] = [found, least].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((index) => (a?.[index] ?? 0) !== (b?.[index] ?? 0));
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

function lastLines(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = output.split('\n').filter((line) => /npm (error|ERR)/.test(line));
  return (lines.length > 0 ? lines : output.split('\n')).slice(0, 3).join(' | ').slice(0, 400);
}
