import { readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { asWritten, isThere } from './as-written.ts';
import { filesBelow } from './files-below.ts';

/** What the code of a host stands on besides its own folder. */
export type HostSources = {
  /** Absolute paths. */
  files: string[];
  /** `<name>@<version>` of each package as it is installed, and of those that they need. */
  packages: string[];
  /** The names of the packages that are imported, whether they are installed or not. */
  imported: string[];
  /** Absolute paths that are named and where nothing is. */
  absent: string[];
};

/**
 * Whatever a `_host` file and the files that it imports name by a relative path, and the packages that they import.
 * A path in quotes counts wherever it stands, so that a list of words read from a file is covered like a module; a
 * type is erased before anything runs and does not.
 */
export async function hostSources(host: string): Promise<HostSources> {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const imported = new Set<string>();
  const absent = new Set<string>();
  const own = await asWritten(path.resolve(host));
  await visit(own.file);
  files.delete(own.file);
  return {
    files: [...files].sort(),
    packages: [...packages.values()].sort(),
    imported: [...imported],
    absent: [...absent],
  };

  async function visit(file: string): Promise<void> {
    const written = await asWritten(file);
    if (files.has(written.file)) return;
    files.add(written.file);
    if (!/\.(ts|js|mjs)$/.test(written.file)) return;
    const code = withoutTypes(written.content.toString());
    for (const [, , name = ''] of code.matchAll(relativePath)) {
      const place = path.resolve(path.dirname(file), name);
      if (!isThere(place)) absent.add(place);
      for (const named of await filesAt(place)) await visit(named);
    }
    for (const [, name = ''] of code.matchAll(packageImport))
      if (!isBuiltin(name)) {
        imported.add(packageOf(name));
        await addPackage(path.dirname(file), packageOf(name), packages);
      }
  }
}

const relativePath = /(['"`])(\.{1,2}\/[^'"`\n]*)\1/g;
const packageImport = /\b(?:from|import)\s*\(?\s*['"]([^'"./][^'"]*)['"]/g;

function withoutTypes(code: string): string {
  return code.replace(/^\s*(?:import|export)\s+type\b[^;'"]*\bfrom\s*(?:'[^']*'|"[^"]*")/gm, '');
}

async function filesAt(named: string): Promise<string[]> {
  if (!isThere(named)) return [];
  const found = await stat(named).catch(() => null);
  return found?.isDirectory() ? filesBelow(named) : [named];
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Looked for as Node does, from the importing folder upwards; one that is not installed fails when it is imported. */
async function addPackage(from: string, name: string, packages: Map<string, string>): Promise<void> {
  const folder = path.join(from, 'node_modules', name);
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) {
    const parent = path.dirname(from);
    return parent === from ? undefined : addPackage(parent, name, packages);
  }
  if (packages.has(folder)) return;
  const { version = '', dependencies = {} } = JSON.parse(text);
  packages.set(folder, `${name}@${version}`);
  for (const needed of Object.keys(dependencies)) await addPackage(folder, needed, packages);
}
