import path from 'node:path';
import { adaptersOf } from '../../agents/index.ts';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';

const section = {
  start: '<!-- controls: written by `npm run controls` -->',
  end: '<!-- /controls -->',
};

/** Writes the table of the controls into docs/validity.md, or says whether the committed one is current. */
export function controlTable(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const rows = adaptersOf('control').map(({ id, summary }) => `| \`${id}\` | ${summary} |`);
  const file = path.join(project.root, 'docs', 'validity.md');
  return docSection({ ...section, file }, ['| control | does |', '|---|---|', ...rows], mode);
}
