import { globSync } from 'node:fs';
import path from 'node:path';

/** What of the repository runs in a package; everything below these that nothing here leaves out. */
const taken = [
  'astro.config.mjs',
  'results/references.json',
  '{docs,harness,site,tasks,transcripts}/**/*',
] as const;

/** For tests, for this repository alone, or for whoever reads on GitHub. */
const leftOut: readonly RegExp[] = [
  /\.test\.ts$/,
  /\.d\.ts$/,
  /^docs\/.*\.png$/,
  /^harness\/.*\.md$/,
  /^harness\/(cli\/packing|experiments\/(overhead|audit\/right-ends)|testing)\//,
  /^site\/demo\//,
  /^tasks\/right-end-states\//,
];

/** Files of the repository that go into the package, by their paths from its root, in one order everywhere. */
export function packageFiles(root: string): string[] {
  return globSync([...taken], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !leftOut.some((pattern) => pattern.test(file)))
    .sort();
}
