import { escapeXml } from './xml.ts';

/** `lastmod`: ISO 8601, null where the results do not say when the page last changed. */
export type SitePage = { path: `/${string}`; lastmod: string | null };

/** What the protocol allows in one file. */
const perFile = 50_000;

/**
 * The sitemap by file name: one file, or where there are more pages than one may hold an index of several. None where
 * the host is not known, for a sitemap has absolute addresses only.
 */
export function sitemapFiles(
  pages: readonly SitePage[],
  absolute: ((path: `/${string}`) => string) | null,
): Map<string, string> {
  if (absolute === null) return new Map();
  const urls = pages
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, lastmod }) => element('url', absolute(path), lastmod));
  if (urls.length <= perFile) return new Map([['sitemap', document('urlset', urls)]]);
  const files = Array.from({ length: Math.ceil(urls.length / perFile) }, (_, index) => ({
    name: `sitemap-${index + 1}`,
    xml: document('urlset', urls.slice(index * perFile, (index + 1) * perFile)),
  }));
  const parts = files.map(({ name }) => element('sitemap', absolute(`/${name}.xml`), null));
  return new Map([
    ['sitemap', document('sitemapindex', parts)],
    ...files.map(({ name, xml }) => [name, xml] as const),
  ]);
}

function element(name: string, address: string, lastmod: string | null): string {
  const changed = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`;
  return `<${name}><loc>${escapeXml(address)}</loc>${changed}</${name}>`;
}

function document(root: string, elements: readonly string[]): string {
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return ['<?xml version="1.0" encoding="utf-8"?>', opening, ...elements, `</${root}>`, ''].join('\n');
}
