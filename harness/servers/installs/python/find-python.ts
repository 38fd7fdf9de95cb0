import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '../../../platform/errors/user-error.ts';
import { type PythonPackage, versionsOf } from './python-package.ts';

type Python = { program: string; version: string };

const askLimitMs = 20_000;

/**
 * A Python that runs the package: the given one, else the newest allowed one on the PATH. Throws `UserError` with the
 * versions that were found.
 */
export async function findPython(
  wanted: PythonPackage,
  env: NodeJS.ProcessEnv,
  named: string | null = null,
): Promise<Python> {
  const found: string[] = [];
  for (const program of named === null ? namesOf(wanted) : [named]) {
    const version = await versionOf(program, env);
    if (version === null) continue;
    if (isAllowed(version, wanted)) return { program, version };
    found.push(`${version} (${program})`);
  }
  throw new UserError(
    `${wanted.name} ${wanted.version} needs Python ${versionsOf(wanted)}; found ${found.join(', ') || (named === null ? 'none' : `no Python in ${named}`)}. Name another one with --python`,
  );
}

function namesOf({ least: [major, first], most: [, last] }: PythonPackage): string[] {
  const versions = Array.from({ length: last - first + 1 }, (_, index) => `python${major}.${last - index}`);
  return [...versions, 'python3'];
}

/** Null if the program cannot be run, as the shim of a version manager without that version. */
async function versionOf(program: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const code = 'import platform; print(platform.python_version())';
  const asked = promisify(execFile)(program, ['-I', '-c', code], { env: { ...env }, timeout: askLimitMs });
  const output = await asked.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return /^\d+\.\d+\.\w+/.test(output) ? output : null;
}

function isAllowed(version: string, { least, most }: PythonPackage): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === least[0] && minor >= least[1] && minor <= most[1];
}
