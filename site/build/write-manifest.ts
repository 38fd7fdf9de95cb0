/** `npm run manifest`: writes the digests of a built site into it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName, manifestOf } from './manifest.ts';

const [folder = 'dist'] = process.argv.slice(2);
try {
  const manifest = manifestOf(folder);
  writeFileSync(join(folder, manifestName), manifest);
  process.stdout.write(`${manifest.trimEnd().split('\n').length} files in ${join(folder, manifestName)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
