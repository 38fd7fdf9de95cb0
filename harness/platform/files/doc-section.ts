import { readFile, writeFile } from 'node:fs/promises';
import { UserError } from '../errors/user-error.ts';

/** A part of a document that a command writes, between two comments. */
export type DocSection = { file: string; start: string; end: string };

/** Writes the section, or with `check` says whether what is there is current. Throws `UserError` without its marks. */
export async function docSection(
  { file, start, end }: DocSection,
  lines: readonly string[],
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new UserError(`${file}: the lines "${start}" and "${end}" must be there`);
  const wanted = `${text.slice(0, from)}${start}\n${['', ...lines, ''].join('\n')}${text.slice(to)}`;
  if (mode === 'write') await writeFile(file, wanted);
  return { current: wanted === text };
}
