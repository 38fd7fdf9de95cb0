import path from 'node:path';
import { buildPackage } from './build-package.ts';
import { publishedManifest, publishedReadme, readManifest } from './manifests.ts';
import { restoreFiles, swapFiles } from './swap-files.ts';

// Before `npm pack` takes the files: makes lib/, and puts the published package.json and README.md in the place of ours.
const root = path.join(import.meta.dirname, '../../..');
await restoreFiles(root);
const manifest = await readManifest(root);
await buildPackage(root, path.join(root, 'lib'), manifest);
const repository = process.env.GITHUB_REPOSITORY ?? null;
await swapFiles(root, {
  'package.json': `${JSON.stringify(publishedManifest(manifest, repository), null, 2)}\n`,
  'README.md': await publishedReadme(root, manifest, repository),
});
