import path from 'node:path';
import { leafOperators, logicalOperators } from '../../judge/operator-of.ts';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';

const section = {
  start: '<!-- the vocabulary: written by `npm run vocabulary` -->',
  end: '<!-- /the vocabulary -->',
};

/** Writes the table of operators into docs/contracts.md, or says whether the committed one is current. */
export function operatorsSection({ root }: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  return docSection({ ...section, file: path.join(root, 'docs', 'contracts.md') }, operatorsTable(), mode);
}

/** One row for each kind of clause, in the order of the list. */
export function operatorsTable(): string[] {
  const leaves = leafOperators.map(({ kind, fields, notes = {}, passes, seenAfterReload }) => {
    const described = Object.keys(fields).map((field) => `\`${field}\`${inBrackets(notes[field])}`);
    return [`\`${kind}\``, described.join(', '), passes, seenAfterReload ? 'judged again' : 'kept'];
  });
  const logical = logicalOperators.map(({ kind, over, passes }) => {
    const field = over === 'child' ? '`child`' : '`children` (one or more)';
    return [`\`${kind}\``, field, passes, ''];
  });
  const header = ['kind', 'fields', 'passes when', 'second observation'];
  return [header, header.map(() => '---'), ...leaves, ...logical].map((row) => `| ${row.join(' | ')} |`);
}

function inBrackets(note: string | undefined): string {
  return note === undefined ? '' : ` (${note})`;
}
