import { describe, expect, test } from 'vitest';
import { type DocFields, inReadingOrder, parentOf, readDocument } from './doc-parts.ts';
import { docPages } from './docs-pages.ts';

const matter = (fields: Record<string, unknown>) =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}---\n\n# CI\n\nText.\n`;
const fields = { title: 'CI', description: 'The gate on pull requests.', part: 'guide', order: 10 };

test('a document has its fields and the text below them', () => {
  expect(readDocument('docs/ci.md', matter(fields))).toEqual({ ...fields, markdown: '# CI\n\nText.\n' });
});

describe('an error names file, field, found and allowed values:', () => {
  test.each([
    [
      'an unknown part',
      { ...fields, part: 'guides' },
      ['part', '"guides"', 'start, guide, reference, explanation'],
    ],
    [
      'no part',
      { title: 'CI', description: 'a', order: 1 },
      ['part', 'nothing', 'start, guide, reference, explanation'],
    ],
    ['no title', { ...fields, title: '' }, ['title']],
    ['an order in words', { ...fields, order: 'first' }, ['order', '"first"', 'number']],
    ['an unknown field', { ...fields, parts: 'guide' }, ['parts', 'title, description, part, order']],
  ])('%s', (_, wrong, words) => {
    for (const word of ['docs/ci.md', ...words])
      expect(() => readDocument('docs/ci.md', matter(wrong))).toThrow(word);
  });

  test('no front matter', () => {
    expect(() => readDocument('docs/ci.md', '# CI\n\n---\n\nText.\n---\n')).toThrow(
      /docs\/ci\.md: part: .*nothing/,
    );
  });

  test('invalid YAML', () => {
    expect(() => readDocument('docs/ci.md', '---\ntitle: CI\npart: [\n---\n')).toThrow(/docs\/ci\.md:\d+: /);
  });
});

const doc = (slug: string, part: DocFields['part'], order: number) => ({ slug, part, order });

test('documents come part by part, by order and then by address, each before those that belong to it', () => {
  const docs = [
    doc('decisions/0002-b', 'explanation', 2),
    doc('decisions/0001-a', 'explanation', 1),
    doc('validity', 'explanation', 3),
    doc('decisions', 'explanation', 2),
    doc('glossary', 'reference', 1),
    doc('b', 'guide', 1),
    doc('a', 'guide', 1),
    doc('start/server', 'start', 1),
    doc('start', 'start', 5),
    doc('start-agent', 'start', 6),
    doc('start/table', 'reference', 0),
  ];
  expect(inReadingOrder(docs).map(({ slug }) => slug)).toEqual([
    'start',
    'start/server',
    'start-agent',
    'a',
    'b',
    'start/table',
    'glossary',
    'decisions',
    'decisions/0001-a',
    'decisions/0002-b',
    'validity',
  ]);
});

test('every document of the package has a part, a description in one sentence and one heading of the first level', () => {
  expect(docPages.length).toBeGreaterThan(30);
  for (const { file, description, markdown } of docPages) {
    expect(description, file).toMatch(/^[^\n]{20,200}[.?!]$/);
    expect(markdown.replace(/^```.*?^```/gms, '').match(/^# /gm), file).toHaveLength(1);
  }
  expect(docPages.filter((page) => parentOf(page, docPages)?.slug === 'decisions').length).toBeGreaterThan(
    10,
  );
});
