import path from 'node:path';
import { projectAt } from '../project/project.ts';

/** This repository, whatever the working directory. */
export const thisProject = projectAt(path.join(import.meta.dirname, '../..'));
