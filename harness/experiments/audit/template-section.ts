import path from 'node:path';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';
import type { Column } from './judge-column.ts';
import type { TemplateTable } from './template-table.ts';

const section = {
  start: '<!-- templates: written by `npm run harness -- audit --suite town --docs write` -->',
  end: '<!-- /templates -->',
};

/** Writes a suite's templates into docs/validity.md, with how many controls did not pass on each; with `check` says whether it stands there. */
export async function templateSection(
  project: Project,
  { head, rows }: TemplateTable,
  columns: readonly Column[],
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const controls = columns.filter(({ maker }) => maker.kind === 'control');
  const failedOf = (id: string) => {
    const cells = controls.flatMap(({ cells }) => cells.get(id) ?? []);
    return `${cells.filter((cell) => !/^(passed|cannot)/.test(cell)).length} of ${cells.length}`;
  };
  const table = [
    [...head, 'controls that did not pass'],
    ['---', ...head.map(() => '---')],
    ...rows.map(([id = '', ...cells]) => [`\`${id}\``, ...cells, failedOf(id)]),
  ];
  const lines = table.map((cells) => `| ${cells.join(' | ')} |`);
  return docSection({ ...section, file: path.join(project.root, 'docs', 'validity.md') }, lines, mode);
}
