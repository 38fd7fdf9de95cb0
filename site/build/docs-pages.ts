import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageUrl, settings } from '../../harness/publish/board/settings.ts';
import { href } from '../words/href.ts';

/**
 * A document of the package that is a page too. `slug` is its place below `docs/` without the ending, `markdown` its text
 * without the front matter. `description`, `part` and `order` (within the part) are null without one.
 */
export type DocPage = {
  slug: string;
  file: string;
  title: string;
  description: string | null;
  part: string | null;
  order: number | null;
  markdown: string;
};

/** Examples are for their folder, not for reading here. */
export const docPages: DocPage[] = [
  'tasks/README.md',
  ...globSync('docs/**/*.md', { cwd: settings.packageRoot }).sort(),
]
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.startsWith('docs/examples/'))
  .map((file) => {
    const text = readFileSync(path.join(settings.packageRoot, file), 'utf8');
    const { fields, markdown } = splitFrontMatter(text);
    const {
      title = /^# (.+)$/m.exec(markdown)?.[1] ?? file,
      description = null,
      part = null,
      order,
    } = fields;
    return {
      slug: slugOf(file),
      file,
      title,
      description,
      part,
      order: order === undefined ? null : Number(order),
      markdown,
    };
  });

/** The lines `name: value` between two lines `---` at the top of a document, and the text below them. */
export function splitFrontMatter(text: string): {
  fields: Partial<Record<string, string>>;
  markdown: string;
} {
  const [whole = '', lines = ''] = /^---\n(.*?)\n---\n+/s.exec(text) ?? [];
  const fields = [...lines.matchAll(/^(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]);
  return { fields: Object.fromEntries(fields), markdown: text.slice(whole.length) };
}

const slugs = new Set(docPages.map(({ slug }) => slug));

export function docPath(slug: string): `/${string}` {
  return `/docs/${slug}/`;
}

/**
 * A document's HTML as a page of the site takes it: links between documents lead to their pages, links to other files
 * to the repository (to nowhere, as plain text, where its address is not known), and a wide table scrolls by itself.
 */
export function adaptHtml(html: string, file: string): string {
  let tables = 0;
  return (
    html
      .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, target: string, text: string) => {
        const address = addressOf(target, file);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      })
      .replaceAll('<table>', () => {
        tables += 1;
        return `<div class="scroll" role="region" aria-label="Table ${tables}" tabindex="0"><table>`;
      })
      .replaceAll('</table>', '</table></div>')
      // The policy allows no style attribute.
      .replace(/ style="text-align: ?right;?"/g, ' class="number"')
      .replace(/ style="text-align: ?\w+;?"/g, '')
      // The corner of a table heads nothing.
      .replace(/<th([^>]*)><\/th>/g, '<td$1></td>')
      // Pictures of these pages are for who reads the file elsewhere.
      .replace(/<p><img[^>]*><\/p>/g, '')
      .replaceAll('<pre>', '<pre tabindex="0">')
      // A number stays with its unit; what may be copied into a terminal stays as it is.
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
