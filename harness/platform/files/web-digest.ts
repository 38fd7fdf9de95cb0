import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../digest.ts';
import { asCommitted, asWritten } from './as-written.ts';
import { hostSources } from './host-sources.ts';

/** A folder of `<host>/<path>.html`, or some of its hosts. */
export type WebRoot = string | { folder: string; hosts: readonly string[] };

/** The installed pages of a package: their folder, and the SHA-256 of the package's file. */
export type WebPages = { folder: string; sha256: string };

export const hostCode = /^[^/]+\/_host\.(ts|js|mjs)$/;

export type RootDigest = {
  /** The files of its hosts as they were read: what is served is what the digest is of. */
  files: Map<string, Buffer>;
  digests: string[];
  /** The packages that its hosts import. */
  imported: string[];
  /** What their code names by a relative path and where nothing is. */
  absent: string[];
};

/** Reads each file of the hosts of a root, of which `files` are all, and what their code stands on; runs none of it. */
export async function digestRoot(root: WebRoot, files: readonly string[]): Promise<RootDigest> {
  const { folder, hosts } = typeof root === 'string' ? { folder: root, hosts: null } : root;
  const read: RootDigest = { files: new Map(), digests: [], imported: [], absent: [] };
  for (const file of files) {
    const name = nameIn(folder, file);
    if (!name.includes('/') || (hosts && !hosts.includes(hostOf(name)))) continue;
    const [content, written] = await Promise.all([readFile(file), asWritten(file)]);
    read.files.set(file, asCommitted(content));
    read.digests.push(`${nameIn(folder, written.file)} ${sha256(written.content)}`);
    if (!hostCode.test(name)) continue;
    const { files: sources, packages, imported, absent } = await hostSources(file);
    const elsewhere = sources.filter((each) => !nameIn(folder, each).startsWith(`${hostOf(name)}/`));
    read.digests.push(...(await Promise.all(elsewhere.map((each) => digestLine(folder, each)))), ...packages);
    read.imported.push(...imported);
    read.absent.push(...absent);
  }
  return read;
}

/**
 * Over the relative paths and bytes of all files, and of what the code among them imports from elsewhere.
 * `pagesSha256`: of the package of pages that the hosts serve; null without one.
 */
export function webDigest(
  roots: readonly Pick<RootDigest, 'digests'>[],
  pagesSha256: string | null = null,
): string {
  const lines = roots.flatMap(({ digests }, index) => digests.map((line) => `${index} ${line}`));
  return sha256([...lines, ...(pagesSha256 === null ? [] : [`pages ${pagesSha256}`])].join('\n'));
}

async function digestLine(folder: string, file: string): Promise<string> {
  const { content } = await asWritten(file);
  return `${nameIn(folder, file)} ${sha256(content)}`;
}

export function nameIn(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

export function hostOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
