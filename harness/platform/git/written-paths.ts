import path from 'node:path';

/** A project, and where playing writes. Absolute paths. */
export type Written = { root: string; results: string; reports: string };

/** What playing and building write, and the folders `others`, as paths that git leaves out when it is asked in the project's folder. */
export function writtenPaths({ root, results, reports }: Written, others: readonly string[] = []): string[] {
  return [results, reports, path.join(root, 'dist'), ...others]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..'))
    .map((folder) => `:(exclude)${folder}`);
}
