import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';
import type { Column } from './judge-column.ts';

const section = {
  start:
    '<!-- outcomes: a column a server, written by `npm run harness -- audit --server <id> --docs write` -->',
  end: '<!-- /outcomes -->',
};

type Rows = Map<string, Map<string, string>>;

/**
 * Writes what each control that was played came to on this server into the table of docs/validity.md, with a row for
 * each of `ids`; what was not played is left as it is. With `check` says whether what was found stands there.
 */
export async function outcomeTable(
  project: Project,
  server: string,
  columns: readonly Column[],
  { ids, mode }: { ids: readonly string[]; mode: 'write' | 'check' },
): Promise<{ current: boolean }> {
  const file = path.join(project.root, 'docs', 'validity.md');
  const rows = readRows(await readFile(file, 'utf8'));
  for (const { maker, cells } of columns) {
    const row = rows.get(maker.id) ?? new Map<string, string>();
    rows.set(maker.id, row.set(server, countedCells(cells)));
  }
  const servers = [...new Set([...rows.values()].flatMap((row) => [...row.keys()]))].sort();
  const lines = [
    `| adapter | ${servers.join(' | ')} |`,
    `|---|${servers.map(() => '---|').join('')}`,
    ...ids.map((id) => `| \`${id}\` | ${servers.map((each) => rows.get(id)?.get(each) ?? '').join(' | ')} |`),
  ];
  return docSection({ ...section, file }, lines, mode);
}

/** Such as `failed 21, tampered 2`; the most frequent first. */
function countedCells(cells: Column['cells']): string {
  if (cells.size === 0) return 'not applicable';
  const counts = new Map<string, number>();
  for (const cell of cells.values()) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.map(([cell, count]) => `${cell} ${count}`).join(', ');
}

function readRows(text: string): Rows {
  const table = text.slice(text.indexOf(section.start), text.indexOf(section.end)).split('\n');
  const [head = [], , ...rows] = table.filter((line) => line.startsWith('|')).map(cellsOf);
  return new Map(
    rows.map(([id = '', ...cells]) => [
      id.replaceAll('`', ''),
      new Map(cells.flatMap((cell, at) => (cell ? [[head[at + 1] ?? '', cell] as const] : []))),
    ]),
  );
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
