import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { settings } from '../../harness/publish/board/settings.ts';

/** The files of `site/pages/` that make pages, by their paths from there. */
export function pageFiles(root = settings.packageRoot): string[] {
  return filesOf(`${root}/site/pages`, 'astro');
}

/** The addresses of the pages of a built site. */
export function builtPages(dist: string): string[] {
  return filesOf(dist, 'html').map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`);
}

/**
 * The address of one built page of each file that makes pages, for checks that cannot visit all. A file that made no
 * page, as with an empty history, has none.
 */
export function pageOfEachKind(files: readonly string[], built: readonly string[]): string[] {
  // Plain names first, because `docs/[...slug]` would match `docs/` too.
  const kinds = files.toSorted((a, b) => Number(a.includes('[')) - Number(b.includes('['))).map(patternOf);
  const left = new Set(built);
  return kinds.flatMap((pattern) => {
    const made = [...left].filter((path) => pattern.test(path));
    for (const path of made) left.delete(path);
    return made.slice(0, 1);
  });
}

/** The pattern of the addresses of a file's pages. */
function patternOf(file: string): RegExp {
  const path = file
    .replace(/(^|\/)index\.astro$/, '$1')
    .replace(/^404\.astro$/, '404.html')
    .replace(/\.astro$/, '/');
  const pattern = path
    .split(/(\[.*?\])/)
    .map((part) =>
      part.startsWith('[...')
        ? '.+'
        : part.startsWith('[')
          ? '[^/]+'
          : part.replace(/[.*+?^${}()|\\]/g, '\\$&'),
    );
  return new RegExp(`^/${pattern.join('')}$`);
}

function filesOf(folder: string, ending: string): string[] {
  return globSync(`**/*.${ending}`, { cwd: folder })
    .map((file) => file.split(sep).join('/'))
    .sort();
}
