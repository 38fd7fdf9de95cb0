import path from 'node:path';
import { buildPackage } from './build-package.ts';
import { publishedManifest, readManifest } from './manifests.ts';
import { restoreManifest, swapManifest } from './swap-manifest.ts';

// Before `npm pack` takes the files: makes lib/, and puts the published package.json in the place of ours.
const root = path.join(import.meta.dirname, '../..');
await restoreManifest(root);
const manifest = await readManifest(root);
await buildPackage(root, path.join(root, 'lib'), manifest);
await swapManifest(root, publishedManifest(manifest, process.env.GITHUB_REPOSITORY ?? null));
