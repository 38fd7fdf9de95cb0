import path from 'node:path';
import { expect, test } from 'vitest';
import { noop } from '../../harness/adapters/noop.ts';
import { oracle } from '../../harness/adapters/oracle.ts';
import { storage } from '../../harness/adapters/storage.ts';
import { templateSection } from '../../harness/audit/template-section.ts';
import { thisProject } from '../../harness/cli/this-project.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { auditedTemplatesIn } from './audited-templates.ts';

const marks = '<!-- templates: written by `npm run harness -- audit --suite town --docs write` -->';
const columnOf = (maker: typeof noop, ...cells: [string, string][]) => ({
  maker,
  cells: new Map(cells),
  wrong: [],
  unable: [],
  told: [],
});
const columns = [
  columnOf(oracle, ['mail-filter-s1', 'passed'], ['shop-spent-s1', 'passed']),
  columnOf(noop, ['mail-filter-s1', 'failed'], ['shop-spent-s1', 'failed']),
  columnOf(storage, ['mail-filter-s1', 'passed'], ['shop-spent-s1', 'cannot: it has no script tool']),
];
const table = (other = '16 of 16') => ({
  head: ['instance', 'other ways passed', 'all misses failed'],
  rows: [
    ['mail-filter-s1', '2 of 2', other],
    ['shop-spent-s1', '1 of 2', '9 of 9'],
  ],
  wrong: [],
});

test('the table that an audit writes is what the page of each template shows', async () => {
  const root = await folderOf({ 'docs/validity.md': `# Doc\n\n${marks}\n<!-- /templates -->\n\nMore.\n` });
  const file = path.join(root, 'docs', 'validity.md');
  const project = { ...thisProject, root };
  expect(auditedTemplatesIn(file)).toEqual(new Map());
  await templateSection(project, table(), columns, 'write');
  expect(Object.fromEntries(auditedTemplatesIn(file))).toEqual({
    'mail-filter': {
      seed: 1,
      cells: [
        ['Other ways passed', '2 of 2'],
        ['All misses failed', '16 of 16'],
        ['Controls that did not pass', '1 of 2'],
      ],
    },
    'shop-spent': {
      seed: 1,
      cells: [
        ['Other ways passed', '1 of 2'],
        ['All misses failed', '9 of 9'],
        ['Controls that did not pass', '1 of 2'],
      ],
    },
  });
  expect(await templateSection(project, table(), columns, 'check')).toEqual({ current: true });
  expect(await templateSection(project, table('15 of 16'), columns, 'check')).toEqual({ current: false });
});
