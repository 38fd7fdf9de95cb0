import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const packageRoot = import.meta.filename.endsWith('.js') ? path.join(import.meta.dirname, '../../..') : null;

const inlineMap = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

/**
 * A file under the name and with the text that its author gave it. Code of the package was TypeScript, which its map
 * still holds: so the digest of a web is the same in the package and in the repository.
 */
export async function asWritten(file: string): Promise<{ file: string; content: Buffer }> {
  if (packageRoot === null || !file.startsWith(packageRoot + path.sep))
    return { file, content: asCommitted(await readFile(file)) };
  const content = await readFile(builtFile(file));
  if (!/\.[jt]s$/.test(file)) return { file, content };
  const [, encoded] = inlineMap.exec(content.toString()) ?? [];
  if (encoded === undefined) return { file, content };
  const { sourcesContent } = JSON.parse(Buffer.from(encoded, 'base64').toString());
  return { file: file.replace(/\.js$/, '.ts'), content: Buffer.from(sourcesContent[0]) };
}

/** The bytes of a file with the line ends of a commit, as some checkouts have a text with those of Windows. */
export function asCommitted(content: Buffer): Buffer {
  if (!content.includes('\r\n') || content.includes(0) || !isUtf8(content)) return content;
  return Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** Whether there is such a file, under this name or that of its build. */
export function isThere(file: string): boolean {
  return existsSync(builtFile(file));
}

function builtFile(file: string): string {
  const isBuilt = packageRoot !== null && file.startsWith(packageRoot + path.sep);
  return isBuilt && !existsSync(file) ? file.replace(/\.ts$/, '.js') : file;
}
