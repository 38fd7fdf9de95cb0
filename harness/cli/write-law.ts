import path from 'node:path';
import { docSection } from '../docs/doc-section.ts';
import { lawTable } from '../law/law-table.ts';
import { theLaw } from '../law/the-law.ts';
import { thisProject } from './this-project.ts';

/** Prints the law into docs/architecture.md; a test checks that what is committed is current. */
const section = {
  file: path.join(thisProject.root, 'docs', 'architecture.md'),
  start: '<!-- the law: written by `npm run law` -->',
  end: '<!-- /the law -->',
};
await docSection(section, lawTable(theLaw), 'write');
