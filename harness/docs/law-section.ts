import path from 'node:path';
import { lawTable } from '../law/law-table.ts';
import { theLaw } from '../law/the-law.ts';
import type { Project } from '../project/project.ts';
import { docSection } from './doc-section.ts';

/** Writes who may import whom into docs/architecture.md, or says whether it is current. */
export function lawSection({ root }: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const section = {
    file: path.join(root, 'docs', 'architecture.md'),
    start: '<!-- the law: written by `npm run law` -->',
    end: '<!-- /the law -->',
  };
  return docSection(section, lawTable(theLaw), mode);
}
