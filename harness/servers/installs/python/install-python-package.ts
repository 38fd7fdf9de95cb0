import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { digest, sha256 } from '../../../platform/digest.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { filesBelow } from '../../../platform/files/files-below.ts';
import { fillFolder } from '../../../platform/files/fill-folder.ts';
import { type InstalledProgram, installFolder } from '../install-package.ts';
import { findPython } from './find-python.ts';
import type { PythonPackage } from './python-package.ts';

const installLimitMs = 15 * 60_000;
/** The virtual environment in an install folder. */
const environment = 'venv';

/** The install folder of the environment, one for each version and each lock. */
export function environmentFolder(wanted: PythonPackage, env: NodeJS.ProcessEnv): string {
  return installFolder({ ...wanted, lockSha256: lockSha256Of(wanted) }, env);
}

/**
 * Makes a virtual environment with exactly the locked packages, completely or not at all, and returns its folder. Each
 * file must have a digest of the lock, and only wheels are installed, so no code of a package runs. `named`: the
 * Python to use. Throws `UserError`.
 */
export async function installPythonPackage(
  wanted: PythonPackage,
  env: NodeJS.ProcessEnv,
  named: string | null = null,
): Promise<string> {
  const python = await findPython(wanted, env, named);
  const folder = environmentFolder(wanted, env);
  await fillFolder(folder, async (part) => {
    await fill(wanted, { python: python.program, part, env });
    const found = packageIn(path.join(part, environment), wanted)?.version;
    if (found !== wanted.version)
      throw new UserError(`${wanted.name}: installed ${found ?? 'nothing'}; expected ${wanted.version}`);
  });
  return folder;
}

type Filling = { python: string; part: string; env: NodeJS.ProcessEnv };

/** By `uv` if it is on the PATH, which takes seconds; else by `venv` and pip, which takes minutes. */
async function fill(wanted: PythonPackage, { python, part, env }: Filling): Promise<void> {
  const ask = (program: string, words: readonly string[]) => run(wanted, program, words, env);
  const exactly = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '-r', wanted.lock];
  if ((await versionOfUv(env)) === null) {
    await ask(python, ['-I', '-m', 'venv', '--clear', path.join(part, environment)]);
    await ask(pythonIn(part), ['-I', '-m', 'pip', 'install', '--quiet', ...exactly]);
    return;
  }
  await ask('uv', ['venv', '--quiet', '--clear', '--python', python, path.join(part, environment)]);
  // The agent cannot write byte code, and its start takes seconds longer without. Links would lead out of its view.
  const whole = ['--compile-bytecode', '--link-mode', 'copy'];
  await ask('uv', ['pip', 'install', '--quiet', '--python', pythonIn(part), ...whole, ...exactly]);
}

async function versionOfUv(env: NodeJS.ProcessEnv): Promise<string | null> {
  return promisify(execFile)('uv', ['--version'], { env: { ...env } }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Throws `UserError` with the last lines of the program. */
async function run(
  { name, version }: PythonPackage,
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  // A Python that uv fetches is not from a package registry.
  const variables = { ...env, UV_PYTHON_DOWNLOADS: 'never' };
  try {
    await promisify(execFile)(program, words, {
      env: variables,
      timeout: installLimitMs,
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    const { killed, stdout, stderr } = error as { killed?: boolean; stdout?: string; stderr?: string };
    const said = `${stdout ?? ''}\n${stderr ?? ''}`;
    const why = killed ? `it took more than ${installLimitMs / 1000} s` : lastLines(said || String(error));
    const hint = /ensurepip/.test(said) ? '; on Debian and Ubuntu, install the package python3-venv' : '';
    throw new UserError(`${name}@${version}: ${path.basename(program)} could not install it: ${why}${hint}`);
  }
}

function lastLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /error/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-3).join(' | ').trim().slice(0, 400);
}

/**
 * The Python of the environment in the cache, else the Python that the variable names, whose environment has the
 * package in any version; null if there is none. Throws `UserError` if the variable names a file without it.
 */
export function findPythonPackage(
  wanted: PythonPackage,
  variable: string,
  env: NodeJS.ProcessEnv,
): InstalledProgram | null {
  const named = env[variable];
  if (named) {
    const program = path.resolve(named);
    if (!existsSync(program)) throw new UserError(`${variable}: no such file: ${named}`);
    const found = packageIn(path.join(program, '../..'), wanted);
    if (!found)
      throw new UserError(
        `${variable}: got ${named}; expected the Python of a virtual environment that has ${wanted.name}`,
      );
    return { program, from: 'variable', version: found.version, folder: null };
  }
  const program = pythonIn(environmentFolder(wanted, env));
  const found = packageIn(path.join(program, '../..'), wanted);
  if (!found || !existsSync(program)) return null;
  return { program, from: 'cache', version: found.version, folder: found.folder };
}

/** The version of the Python of an environment, from its `pyvenv.cfg`; null without one. */
export function pythonVersionOf(program: string): string | null {
  const file = path.join(path.dirname(program), '../pyvenv.cfg');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^version(?:_info)? *= *(\d+\.\d+\.\w+)/m.exec(text)?.[1] ?? null;
}

/** The digest of the lock, and of the paths and contents of all files of the package without byte code. */
export async function pythonPackageSha256(folder: string, wanted: PythonPackage): Promise<string> {
  const files = (await filesBelow(folder)).filter((file) => !file.endsWith('.pyc'));
  const contents = files
    .sort()
    .map((file) => [path.relative(folder, file), sha256(readFileSync(file))] as const);
  return digest({ lock: lockSha256Of(wanted), files: contents });
}

function lockSha256Of({ lock }: PythonPackage): string {
  return sha256(readFileSync(lock));
}

function pythonIn(folder: string): string {
  return path.join(folder, environment, 'bin/python');
}

/** The package in a virtual environment, by its metadata, because asking Python takes seconds; null if it is missing. */
function packageIn(venv: string, { name }: PythonPackage): { version: string; folder: string } | null {
  const module = name.replaceAll('-', '_');
  const [metadata] = globSync(`lib/python3*/site-packages/${module}-*.dist-info`, { cwd: venv });
  if (!metadata) return null;
  const version = path.basename(metadata, '.dist-info').slice(module.length + 1);
  return { version, folder: path.join(venv, path.dirname(metadata), module) };
}
