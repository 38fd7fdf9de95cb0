import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { typedAs } from '../platform/words/command-line.ts';
import { describeOrigin } from './index.ts';
import { findProgram } from './installs/install-package.ts';
import type { Server } from './server.ts';

type Program = Extract<Server['origin'], { program: string }>;

/** The version of a listed server's installed package; null if another package is installed there. */
export async function versionOf({ origin }: Server): Promise<string | null> {
  if ('command' in origin || 'browser' in origin) return null;
  if ('package' in origin) {
    const folder = folderBelow(import.meta.dirname, origin.package);
    return folder && versionIn(folder, origin.package);
  }
  if ('install' in origin)
    return (await findProgram(origin.install, origin.variable, process.env))?.version ?? null;
  // The first file after the interpreter is the program; later files may belong to any package.
  const program = filesOf(origin).find((file) => !/^(node|bun|deno|env)$/.test(path.basename(file)));
  const folder = program && folderOfPackage(path.dirname(program));
  return folder ? versionIn(folder, origin.ofPackage) : null;
}

/** The command of an installed program: the value of its variable, or its name if it is on the PATH. */
export function programOf({ program, variable }: Pick<Program, 'program' | 'variable'>): string | null {
  const chosen = process.env[variable];
  if (chosen) return chosen;
  return foldersOfPath().some((folder) => existsSync(path.join(folder, program))) ? program : null;
}

/** Throws if the package is not installed. */
export function packageFolder(name: string): string {
  const folder = folderBelow(import.meta.dirname, name);
  if (folder === null) throw new Error(`package ${name} is not installed; run npm ci`);
  return folder;
}

/** A search by folder, because many packages do not export their `package.json`. */
function folderBelow(from: string, name: string): string | null {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(from);
  return parent === from ? null : folderBelow(parent, name);
}

/** The files that the words of a command name: `node /opt/server/index.js`, or a name on the PATH. */
function filesOf(origin: Program): string[] {
  const words = programOf(origin)?.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words
    .map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))
    .flatMap((word) =>
      word.includes(path.sep) ? [word] : foldersOfPath().map((folder) => path.join(folder, word)),
    )
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));
}

function foldersOfPath(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

function folderOfPackage(from: string): string | null {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const parent = path.dirname(from);
  return parent === from ? null : folderOfPackage(parent);
}

async function versionIn(folder: string, wanted: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text.replace(/^\uFEFF/, ''));
    return name === wanted && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

export type ServerHere = {
  id: string;
  /** Null if it is not installed; `unknown` if the installation has no version. */
  version: string | null;
  /** The pinned version; null if any version is accepted. */
  wanted: string | null;
  /** Its location, or how to install it. */
  where: string;
};

/** The installation of each server on this machine. Throws `UserError` if a variable names a missing file. */
export function serversHere(servers: readonly Server[]): Promise<ServerHere[]> {
  return Promise.all(
    servers.map(async (server) => {
      const { id, origin } = server;
      const where = await whereIs(server);
      return {
        id,
        version: where === null ? null : ((await versionOf(server)) ?? 'unknown'),
        wanted: 'package' in origin ? origin.version : 'install' in origin ? origin.install.version : null,
        where: where ?? howToGet(server),
      };
    }),
  );
}

async function whereIs({ origin }: Server): Promise<string | null> {
  if ('package' in origin) return packageFolder(origin.package);
  if ('program' in origin) return programOf(origin);
  if ('install' in origin)
    return (await findProgram(origin.install, origin.variable, process.env))?.program ?? null;
  return 'command' in origin ? origin.command : null;
}

function howToGet(server: Server): string {
  const { id, origin } = server;
  return 'install' in origin
    ? `${typedAs} servers install ${id}, or ${origin.variable}`
    : describeOrigin(server);
}
