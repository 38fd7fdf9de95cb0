import { expect, test } from 'vitest';
import { adaptHtml, docPages, splitFrontMatter } from './docs-pages.ts';

test('a number stays with its unit, in prose alone', () => {
  const html =
    '<p>within 2 s, 99 % of 5 kB and 3 seconds</p><pre><code>sleep 2 s</code></pre><p><code>2 s</code> 5 s-long</p>';
  expect(adaptHtml(html, 'docs/site.md')).toBe(
    '<p>within 2\u00a0s, 99\u00a0% of 5\u00a0kB and 3 seconds</p><pre tabindex="0"><code>sleep 2 s</code></pre><p><code>2 s</code> 5 s-long</p>',
  );
});

test('the front matter of a document is read and is no part of its text', () => {
  const text = '---\ntitle: A title\norder: 10\n---\n\n# A heading\n\n---\n\nText\n';
  expect(splitFrontMatter(text)).toEqual({
    fields: { title: 'A title', order: '10' },
    markdown: '# A heading\n\n---\n\nText\n',
  });
  expect(splitFrontMatter('# A heading\n')).toEqual({ fields: {}, markdown: '# A heading\n' });
});

test('a page of a document has the fields of its front matter', () => {
  const glossary = docPages.find(({ slug }) => slug === 'glossary');
  expect(glossary).toMatchObject({ title: 'Glossary', part: 'reference', order: expect.any(Number) });
  expect(glossary?.description).toMatch(/\w \w/);
  expect(docPages.filter(({ markdown }) => !markdown.startsWith('# '))).toEqual([]);
});
