import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../user-error.ts';
import { projectFolder } from './project-folder.ts';

const file = path.join(projectFolder, 'docs', 'validity.md');
const start = '<!-- mutations: written by `npm run harness -- audit --mutate --docs write` -->';
const end = '<!-- /mutations -->';

/** Writes the table of noticed mutations into docs/validity.md, or says whether the committed one is current. */
export async function validityTable(
  { rows, survivors }: { rows: readonly (readonly string[])[]; survivors: readonly string[] },
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new UserError(`${file}: the lines "${start}" and "${end}" must be there`);
  const table = [
    '',
    '| task | noticed | of |',
    '|---|---:|---:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    survivors.length === 0 ? 'None survives.' : 'Not noticed:',
    '',
    ...survivors.map((survivor) => `- ${survivor.replaceAll('|', '\\|')}`),
    '',
  ].join('\n');
  const wanted = `${text.slice(0, from)}${start}\n${table}${text.slice(to)}`;
  if (mode === 'write') await writeFile(file, wanted);
  return { current: wanted === text };
}
