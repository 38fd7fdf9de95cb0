import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noop } from '../../harness/agents/controls/noop.ts';
import { storage } from '../../harness/agents/controls/storage.ts';
import { oracle } from '../../harness/agents/oracle.ts';
import { thisProject } from '../../harness/cli/this-project.ts';
import { outcomeTable } from '../../harness/experiments/audit/outcome-table.ts';
import { templateSection } from '../../harness/experiments/audit/template-section.ts';
import { validityTable } from '../../harness/experiments/audit/validity-table.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { auditTables } from './audit-tables.ts';

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
  columnOf(storage, ['mail-filter-s1', 'passed'], ['shop-spent-s1', 'cannot']),
];
const table = (other = '16 of 16') => ({
  head: ['instance', 'other ways passed', 'all misses failed'],
  rows: [
    ['mail-filter-s1', '2 of 2', other],
    ['shop-spent-s1', '1 of 2', '9 of 9'],
  ],
  wrong: [],
});

/** A project with the places of the committed document, nothing written there, and a reader of what is. */
async function emptyDocument() {
  const committed = readFileSync('docs/validity.md', 'utf8');
  const places = ['controls', 'outcomes', 'mutations', 'templates'].map(
    (name) => `${new RegExp(`^<!-- ${name}: .*-->$`, 'm').exec(committed)?.[0]}\n<!-- /${name} -->\n`,
  );
  const root = await folderOf({ 'docs/validity.md': places.join('\n') });
  const read = () => auditTables(readFileSync(path.join(root, 'docs', 'validity.md'), 'utf8'));
  return { project: { ...thisProject, root }, read };
}

test('the table of templates that an audit writes is read again', async () => {
  const { project, read } = await emptyDocument();
  expect(read().templates).toBeNull();
  await templateSection(project, table(), columns, 'write');
  const cells = (other: number, misses: number) => [
    { column: 'Other ways passed', found: other, of: 2 },
    { column: 'All misses failed', found: misses, of: misses },
    { column: 'Controls that did not pass', found: 1, of: 2 },
  ];
  expect(read().templates).toEqual([
    { id: 'mail-filter', seed: 1, cells: cells(2, 16) },
    { id: 'shop-spent', seed: 1, cells: cells(1, 9) },
  ]);
  expect(await templateSection(project, table(), columns, 'check')).toEqual({ current: true });
  expect(await templateSection(project, table('15 of 16'), columns, 'check')).toEqual({ current: false });
});

test('outcomes and mutations that an audit writes are read again', async () => {
  const { project, read } = await emptyDocument();
  await outcomeTable(project, 'playwright', columns, { ids: ['oracle', 'noop', 'storage'], mode: 'write' });
  const { servers, adapters } = read().outcomes ?? { servers: [], adapters: [] };
  expect(servers).toEqual(['playwright']);
  expect(
    adapters.map(({ id, ends }) => [
      id,
      ends.get('playwright')?.map(({ status, count }) => `${status} ${count}`),
    ]),
  ).toEqual([
    ['oracle', ['passed 2']],
    ['noop', ['failed 2']],
    ['storage', ['cannot 1', 'passed 1']],
  ]);
  const rows = [
    ['a', '3', '4'],
    ['all', '3', '4'],
  ];
  await validityTable(project, { rows, survivors: ['a: x | y'] }, 'write');
  const { mutations } = read();
  expect(mutations).toMatchObject({ found: 3, of: 4, tasks: [{ id: 'a', found: 3, of: 4 }] });
  expect(mutations?.rest).toBe('Not noticed:\n\n- a: x \\| y');
});
