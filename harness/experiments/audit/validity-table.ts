import path from 'node:path';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';

const section = {
  start: '<!-- mutations: written by `npm run harness -- audit --mutate --docs write` -->',
  end: '<!-- /mutations -->',
};

/** Writes the table of noticed mutations into docs/validity.md, or says whether the committed one is current. */
export function validityTable(
  project: Project,
  { rows, survivors }: { rows: readonly (readonly string[])[]; survivors: readonly string[] },
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const lines = [
    '| task | noticed | of |',
    '|---|---:|---:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    survivors.length === 0 ? 'None survives.' : 'Not noticed:',
    '',
    ...survivors.map((survivor) => `- ${survivor.replaceAll('|', '\\|')}`),
  ];
  return docSection({ ...section, file: path.join(project.root, 'docs', 'validity.md') }, lines, mode);
}
