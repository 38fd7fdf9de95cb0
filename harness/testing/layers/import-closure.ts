import path from 'node:path';
import { readImports } from './read-imports.ts';
import type { Source } from './violations.ts';

/** Every source file that is loaded, or whose types are read, with a file: itself, what it imports, and so on. */
export function importClosure(sources: readonly Source[], file: string): string[] {
  const texts = new Map(sources.map((source) => [source.file, source.text]));
  const found = new Set<string>();
  const visit = (each: string): void => {
    const text = texts.get(each);
    if (text === undefined || found.has(each)) return;
    found.add(each);
    for (const specifier of readImports(each, text).imports)
      if (specifier.startsWith('.')) visit(path.posix.join(path.posix.dirname(each), specifier));
  };
  visit(file);
  return [...found].sort();
}
