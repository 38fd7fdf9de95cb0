import * as z from 'zod';
import { describeIssues } from '../../harness/platform/errors/describe-issues.ts';
import { readYaml } from '../../harness/task/yaml-document.ts';

/** The four parts of the documents, in reading order. */
export const docParts = [
  {
    id: 'start',
    name: 'Get started',
    holds: 'The first run, then a server, an agent or a skill of your own.',
  },
  { id: 'guide', name: 'Guides', holds: 'How to reach one goal, step by step.' },
  { id: 'reference', name: 'Reference', holds: 'Commands, fields, formats and codes to look up.' },
  {
    id: 'explanation',
    name: 'Explanation',
    holds: 'How the benchmark works, why a verdict can be trusted, and its limits.',
  },
] as const;

const DocFields = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  part: z.enum(docParts.map(({ id }) => id)),
  order: z.number(),
});

/** `order` is the place within the part, lowest first. */
export type DocFields = z.infer<typeof DocFields>;

/** The front matter of a document and the Markdown below it. Throws one line per wrong field: file, field, found and allowed values. */
export function readDocument(file: string, text: string): DocFields & { markdown: string } {
  const [whole = '', matter = ''] = /^---\n(.*?\n)---\n+/s.exec(text) ?? [];
  const yaml = readYaml(matter);
  if ('mistakes' in yaml)
    throw new Error(yaml.mistakes.map(({ line, message }) => `${file}:${line + 1}: ${message}`).join('\n'));
  const value = yaml.value ?? {};
  const { data, error } = DocFields.safeParse(value);
  if (error) {
    const allowed = () => Object.keys(DocFields.shape).join(', ');
    throw new Error(describeIssues(file, error, { value, allowed }).join('\n'));
  }
  return { ...data, markdown: text.slice(whole.length) };
}

type Listed = Pick<DocFields, 'part' | 'order'> & { slug: string };

/** The document that a document belongs to: `decisions` for `decisions/0001-own-cdp-client`. */
export function parentOf<D extends Listed>(doc: D, docs: readonly D[]): D | undefined {
  return docs.find(({ part, slug }) => part === doc.part && doc.slug.startsWith(`${slug}/`));
}

/** Part by part, by `order` and then by address; each document is followed by the documents that belong to it. */
export function inReadingOrder<D extends Listed>(docs: readonly D[]): D[] {
  const sorted = docs.toSorted((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
  return docParts.flatMap(({ id }) =>
    sorted
      .filter((doc) => doc.part === id && !parentOf(doc, docs))
      .flatMap((top) => [top, ...sorted.filter((doc) => parentOf(doc, docs) === top)]),
  );
}
