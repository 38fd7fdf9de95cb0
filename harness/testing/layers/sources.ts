import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Reach, readImports } from './read-imports.ts';

/** A source file by its path from the project's root, with `/` between its parts. */
export type Source = { file: string; text: string };

export const root = path.join(import.meta.dirname, '../../..');

/** All that is held to the layers. */
export function readSources(): Source[] {
  return globSync('{harness,site,tasks}/**/*.{ts,js,mjs,astro}', { cwd: root })
    .sort()
    .map((file) => ({
      file: file.split(path.sep).join('/'),
      text: readFileSync(path.join(root, file), 'utf8'),
    }));
}

const parsed = new WeakMap<Source, Reach>();

/** A source is parsed once, however often it is judged. */
export function reachOf(source: Source): Reach {
  const reach = parsed.get(source) ?? readImports(source.file, source.text);
  parsed.set(source, reach);
  return reach;
}

/** The path of the file that a relative specifier names. */
export function targetOf(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier.replace(/[?#].*$/, ''));
}

/** Every file that is loaded, or whose types are read, with a file: itself, what it imports, and so on. */
export function importClosure(sources: ReadonlyMap<string, Source>, file: string): string[] {
  const found = new Set<string>();
  const visit = (each: string): void => {
    const source = sources.get(each);
    if (source === undefined || found.has(each)) return;
    found.add(each);
    for (const specifier of reachOf(source).imports)
      if (specifier.startsWith('.')) visit(targetOf(each, specifier));
  };
  visit(file);
  return [...found].sort();
}
