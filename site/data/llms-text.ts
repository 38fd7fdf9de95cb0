import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { type DocFields, docParts } from '../build/doc-parts.ts';
import { serverPath } from '../history/releases.ts';
import type { Place } from '../words/href.ts';

type Contents = {
  title: string;
  /** One sentence about the site. */
  about: string;
  stamp: Stamp;
  places: readonly Place[];
  servers: readonly { id: string; title: string }[];
  files: readonly { path: `/${string}`; holds: string; schema: string | null }[];
  docs: readonly { slug: string; title: string; description: string; part: DocFields['part'] }[];
  /** The address of a page or file. */
  linkTo: (path: `/${string}`) => string;
};

/** The site in one file, in the format of llmstxt.org: a description, its places, its data and its documents as Markdown. */
export function llmsText({ title, about, stamp, places, servers, files, docs, linkTo }: Contents): string {
  const link = (name: string, path: `/${string}`, what = '') =>
    `- [${name}](${linkTo(path)})${what === '' ? '' : `: ${what}`}`;
  return [
    `# ${title}`,
    '',
    `> ${about}`,
    '',
    ...(stamp.synthetic ? ['SYNTHETIC: these results were invented to show the site.'] : []),
    stamp.asOf === null ? 'No results yet.' : `The newest record is from ${stamp.asOf}.`,
    'Only rows of one comparability key may be ranked or subtracted. An unknown value is null, never 0.',
    '',
    '## Places',
    '',
    ...places.flatMap(({ name, tabs }) =>
      tabs.map((tab) => link(tab.name === name ? name : `${name}, ${tab.name}`, tab.path)),
    ),
    ...(servers.length > 0
      ? ['', '## Servers', '', ...servers.map(({ id, title: server }) => link(server, serverPath(id)))]
      : []),
    '',
    '## Data',
    '',
    ...files.map(({ path, holds, schema }) => {
      const form = schema === null ? '' : ` Schema: ${linkTo(`/api/v1/${schema}.schema.json`)}`;
      return path.includes('{')
        ? `- ${linkTo('/').replace(/\/$/, '')}${path}: ${holds}${form}`
        : link(path, path, `${holds}${form}`);
    }),
    '',
    ...docParts.flatMap(({ id, name }) => {
      const those = docs.filter(({ part }) => part === id);
      const links = those.map(({ slug, title: document, description }) =>
        link(document, `/docs/${slug}.md`, description),
      );
      return links.length === 0 ? [] : [`## Documents: ${name}`, '', ...links, ''];
    }),
  ].join('\n');
}
