import path from 'node:path';
import { projectAt } from '../platform/project.ts';

/** What is published is JavaScript; the repository runs its sources. */
export const isPackage = import.meta.filename.endsWith('.js');

/** The repository or the built package, independent of the working directory. */
export const thisProject = projectAt(path.join(import.meta.dirname, '../..'));
