import { operatorsSection } from '../docs/operators-table.ts';
import { thisProject } from './this-project.ts';

/** Prints the vocabulary into docs/contracts.md; a test checks that what is committed is current. */
await operatorsSection(thisProject.root, 'write');
