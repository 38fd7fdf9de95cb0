import path from 'node:path';
import { restoreFiles } from './swap-files.ts';

// After `npm pack`, or by hand after one that was killed: the repository has its own package.json and README.md again.
await restoreFiles(path.join(import.meta.dirname, '../../..'));
