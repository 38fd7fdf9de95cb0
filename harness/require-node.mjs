// Loaded before the command line, which an older Node can't even parse.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const needed = 24;
const found = process.versions.node;
if (Number.parseInt(found, 10) < needed) {
  process.stderr.write(`Node ${needed} needed, found ${found}; ${advice()}\n`);
  process.exit(2);
}

function advice() {
  const at = (place) => existsSync(fileURLToPath(new URL(place, import.meta.url)));
  if (at('../node_modules/node/bin/node'))
    return 'npm brought it: start this by npm run, as in npm run harness -- --help';
  if (at('../node_modules/node'))
    return 'npm ci was told to run no scripts, and so left it out: npm rebuild node brings it';
  return 'npm ci brings it';
}
