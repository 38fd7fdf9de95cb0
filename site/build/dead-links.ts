import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** `checked` counts the links of pages; `dead` has one line for each dead link. */
export type LinkCheck = { checked: number; dead: string[] };

/**
 * Follows every href and src of the pages in `folder`, which is served below `base`, to a file and, with a fragment, to an
 * element of that id. A page that is asked with a query makes its elements by script, so no id is looked for. A resource that is loaded (not merely linked) from another host counts as dead.
 */
export function checkLinks(folder: string, base: string): LinkCheck {
  const pages = new Map<string, Page>();
  for (const file of htmlFiles(folder)) pages.set(file, readPage(file));
  const dead: string[] = [];
  let checked = 0;
  for (const [file, { links }] of pages) {
    const from = addressOf(relative(folder, file), base);
    for (const link of links) {
      checked += 1;
      const fault = faultOf(link, from, base, folder, pages);
      if (fault !== null) dead.push(`${from}: ${link.target}: ${fault}`);
    }
  }
  return { checked, dead };
}

type Link = { target: string; loaded: boolean };
type Page = { links: Link[]; ids: Set<string> };

/** Fits the output of this project: attributes have double quotes, and text has no bare angle bracket. */
function readPage(file: string): Page {
  const links: Link[] = [];
  const ids = new Set<string>();
  for (const [, tag = '', attributes = ''] of readFileSync(file, 'utf8').matchAll(
    /<([a-z][a-z0-9]*)\s([^<>]*)>/g,
  )) {
    for (const [, name = '', raw = ''] of attributes.matchAll(/(?<![\w-])(href|src|id)="([^"]*)"/g)) {
      const value = unescapeHtml(raw);
      if (name === 'id') ids.add(value);
      else links.push({ target: value, loaded: tag !== 'a' && !/rel="canonical"/.test(attributes) });
    }
  }
  return { links, ids };
}

function faultOf(
  { target, loaded }: Link,
  from: string,
  base: string,
  folder: string,
  pages: ReadonlyMap<string, Page>,
): string | null {
  const url = new URL(target, origin + from);
  if (url.origin !== origin) return loaded ? 'is loaded from elsewhere' : null;
  const path = decodeURIComponent(url.pathname);
  const root = base.endsWith('/') ? base : `${base}/`;
  if (!path.startsWith(root)) return `leaves ${base}`;
  const file = fileAt(folder, path.slice(root.length));
  if (file === null) return 'no such file';
  const id = decodeURIComponent(url.hash.slice(1));
  return id === '' || url.search !== '' || pages.get(file)?.ids.has(id) ? null : 'no element has this id';
}

const origin = 'https://site.invalid';

/** Like a static host: a folder is its index.html, and only with its slash. */
function fileAt(folder: string, path: string): string | null {
  const file = join(folder, /(^|\/)$/.test(path) ? `${path}index.html` : path);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

function addressOf(file: string, base: string): string {
  const path = file
    .split(sep)
    .join('/')
    .replace(/(^|\/)index\.html$/, '$1');
  return `${base.replace(/\/$/, '')}/${path}`;
}

function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
}

function unescapeHtml(text: string): string {
  const entities: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#34': '"',
    '#38': '&',
    '#39': "'",
  };
  return text.replace(/&([a-z]+|#\d+);/g, (whole, name) => entities[name] ?? whole);
}
