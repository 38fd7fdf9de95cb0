import path from 'node:path';
import { projectAt } from '../platform/project.ts';

/** The repository, or what was built of it, whatever the working directory. */
export const thisProject = projectAt(path.join(import.meta.dirname, '../..'));
