import path from 'node:path';
import { projectAt } from '../platform/project.ts';

/** What is published is JavaScript; the repository runs its sources. */
export const isPackage = import.meta.filename.endsWith('.js');

/** The repository, or what was built of it, whatever the working directory. */
export const thisProject = projectAt(path.join(import.meta.dirname, '../..'));
