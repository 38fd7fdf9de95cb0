import path from 'node:path';
import { projectFolder } from '../run/project-folder.ts';
import { docSection } from '../words/doc-section.ts';

const section = {
  file: path.join(projectFolder, 'docs', 'validity.md'),
  start: '<!-- mutations: written by `npm run harness -- audit --mutate --docs write` -->',
  end: '<!-- /mutations -->',
};

/** Writes the table of noticed mutations into docs/validity.md, or says whether the committed one is current. */
export function validityTable(
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
  return docSection(section, lines, mode);
}
