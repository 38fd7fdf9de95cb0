import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import packageJson from '../../../package.json' with { type: 'json' };
import { UserError } from '../../platform/errors/user-error.ts';
import { type PartId, parts } from './parts.ts';

/** Throws `UserError` with the one line that installs it where a part is not here. `who` needs it: a command by its words. */
export function checkPart(id: PartId, who: string): void {
  const { what, packages } = parts[id];
  const lacking = packages.flatMap((name) => lackOf(name) ?? []);
  if (lacking.length === 0) return;
  throw new UserError(
    `${who}: needs ${what} (found ${lacking.join(', ')}); install them: npm i -D ${namesOf(id)}`,
  );
}

/** The packages of a part as npm installs them, each at its version. */
export function namesOf(id: PartId): string {
  return parts[id].packages.map((name) => `${name}@${pinnedVersion(name)}`).join(' ');
}

/** The finding if a package is missing; null if a compatible version is installed. */
function lackOf(name: string): string | null {
  const found = installedVersion(name);
  if (found === null) return `no ${name}`;
  return majorOf(found) === majorOf(pinnedVersion(name)) ? null : `${name} ${found}`;
}

function installedVersion(name: string): string | null {
  try {
    const file = findPackageJSON(name, import.meta.url);
    return file === undefined ? null : JSON.parse(readFileSync(file, 'utf8')).version;
  } catch {
    return null;
  }
}

function pinnedVersion(name: string): string {
  const versions: Readonly<Record<string, string>> = {
    // What is published has dependencies alone.
    ...('devDependencies' in packageJson ? packageJson.devDependencies : {}),
    ...packageJson.dependencies,
  };
  const version = versions[name];
  if (version === undefined) throw new Error(`package.json: no version of ${name}`);
  return version;
}

function majorOf(version: string): string {
  return version.slice(0, version.indexOf('.'));
}
