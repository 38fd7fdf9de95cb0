import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simulate } from '../result/simulate.ts';
import { projectFolder } from './project-folder.ts';

/** Writes what the page on method prints; a long test checks that what is committed is current. */
const file = path.join(projectFolder, 'site', 'simulations.json');
await writeFile(file, `${JSON.stringify(simulate(1000), null, 2)}\n`);
