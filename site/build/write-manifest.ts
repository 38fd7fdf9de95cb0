/** `npm run manifest`: writes the digests of a built site into it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName, manifestOf } from './manifest.ts';

const [folder = 'dist'] = process.argv.slice(2);
try {
  const manifest = manifestOf(folder);
  writeFileSync(join(folder, manifestName), manifest);
  console.log(`${manifest.trimEnd().split('\n').length} files in ${join(folder, manifestName)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
