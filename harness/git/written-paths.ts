import path from 'node:path';
import type { Project } from '../project/project.ts';

/** Where playing and building write. */
export type Written = Pick<Project, 'root' | 'results' | 'reports'>;

/** That, and the folders `others`, as paths that git leaves out when it is asked in the project's folder. */
export function writtenPaths({ root, results, reports }: Written, others: readonly string[] = []): string[] {
  return [results, reports, path.join(root, 'dist'), ...others]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..'))
    .map((folder) => `:(exclude)${folder}`);
}
