import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simulate } from '../simulation/simulate.ts';
import { thisProject } from './this-project.ts';

/** Writes what the page on method prints; a long test checks that what is committed is current. */
const file = path.join(thisProject.root, 'site', 'data', 'simulations.json');
await writeFile(file, `${JSON.stringify(simulate(1000), null, 2)}\n`);
