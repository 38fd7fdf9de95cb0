import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageUrl, settings } from '../../harness/publish/board/settings.ts';
import { href } from '../words/href.ts';
import { type DocFields, inReadingOrder, readDocument } from './doc-parts.ts';

/** A document of the package that is also a page. `slug` is its address below `docs/`; `markdown` is its text without the front matter. */
export type DocPage = DocFields & { slug: string; file: string; markdown: string };

/** In reading order. `docs/examples/` has no pages. */
export const docPages: DocPage[] = inReadingOrder(
  ['tasks/README.md', ...globSync('docs/**/*.md', { cwd: settings.packageRoot })]
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.startsWith('docs/examples/'))
    .map((file) => {
      const text = readFileSync(path.join(settings.packageRoot, file), 'utf8');
      return { slug: slugOf(file), file, ...readDocument(file, text) };
    }),
);

const slugs = new Set(docPages.map(({ slug }) => slug));

export function docPath(slug: string): `/${string}` {
  return `/docs/${slug}/`;
}

/** The place of a part on the page of all documents. */
export function partHref(part: DocFields['part']): string {
  return `${href('/docs/')}#${part}`;
}

/** A heading of the second or third level; `html` is its text with `<code>` and entities. */
export type Heading = { id: string; level: 2 | 3; html: string };

const headings = /<h([23]) id="([^"]*)">(.*?)<\/h[23]>/gs;

/** The outline of a rendered document. */
export function outlineOf(html: string): Heading[] {
  return [...html.matchAll(headings)].map(([, level, id = '', text = '']) => ({
    id,
    level: level === '2' ? 2 : 3,
    // A link within a link is invalid HTML.
    html: text.replace(/<\/?a\b[^>]*>/g, ''),
  }));
}

/**
 * A document's HTML as a page of the site takes it. Each heading has a link to itself, and a wide table scrolls by
 * itself. Links between documents lead to their pages. Links to other files lead to the repository; without a known
 * repository they become plain text.
 */
export function adaptHtml(html: string, file: string): string {
  let tables = 0;
  return (
    html
      .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, target: string, text: string) => {
        const address = addressOf(target, file);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      })
      .replace(headings, (_, level: string, id: string, text: string) => {
        const label = text.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;');
        const link = `<a class="anchor" href="#${id}" aria-label="Link to ${label}">#</a>`;
        return `<h${level} id="${id}">${text} ${link}</h${level}>`;
      })
      .replaceAll('<table>', () => {
        tables += 1;
        return `<div class="scroll" role="region" aria-label="Table ${tables}" tabindex="0"><table>`;
      })
      .replaceAll('</table>', '</table></div>')
      // White space between cells and rows says nothing, and a long table has much of it.
      .replace(/\n(?=<\/?(?:thead|tbody|t[rhd]|table)\b)/g, '')
      // The policy allows no style attribute.
      .replace(/ style="text-align: ?right;?"/g, ' class="number"')
      .replace(/ style="text-align: ?\w+;?"/g, '')
      // The empty corner cell of a table is not a header.
      .replace(/<th([^>]*)><\/th>/g, '<td$1></td>')
      // Pictures of these pages are for readers of the file elsewhere.
      .replace(/<p><img[^>]*><\/p>/g, '')
      // The copy button stands in the corner of the block.
      .replaceAll('<pre>', '<div class="code"><pre tabindex="0">')
      .replaceAll('</pre>', '</pre></div>')
      // A number stays with its unit; text that may be copied into a terminal stays as it is.
      .split(/(<(?:pre|code)\b.*?<\/(?:pre|code)>)/s)
      .map((part, at) =>
        at % 2 === 1 ? part : part.replace(/(\d) (%|ms|s|min|B|kB|MB|GB|px)(?![\w-])/g, '$1\u00a0$2'),
      )
      .join('')
  );
}

function addressOf(target: string, file: string): string | null {
  if (/^(https?:|#)/.test(target)) return target;
  const [relative = '', fragment] = target.split('#');
  const found = path.posix.join(path.posix.dirname(file), relative);
  const slug = slugOf(found);
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (slugs.has(slug)) return `${href(docPath(slug))}${hash}`;
  return packageUrl && `${packageUrl}/blob/HEAD/${found}${hash}`;
}

/** `docs/a/b.md` is `a/b`, `tasks/README.md` is `tasks`. */
function slugOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '');
}
