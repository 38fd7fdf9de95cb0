import path from 'node:path';
import { restoreManifest } from './swap-manifest.ts';

// After `npm pack`, or by hand after one that was killed: the repository has its own package.json again.
await restoreManifest(path.join(import.meta.dirname, '../..'));
