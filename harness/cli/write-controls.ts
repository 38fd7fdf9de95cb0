import { controlTable } from '../docs/control-table.ts';
import { thisProject } from './this-project.ts';

/** Prints the controls into docs/validity.md; a test checks that what is committed is current. */
await controlTable(thisProject, 'write');
