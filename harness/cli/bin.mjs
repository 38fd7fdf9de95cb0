#!/usr/bin/env node
// The command line starts here, in the repository and in the npm package. An older Node cannot parse the modules that this file loads.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (place) => existsSync(fileURLToPath(new URL(place, import.meta.url)));
const isRepository = at('../../package-lock.json');
/** The package is built JavaScript; the repository runs its sources. */
const needed = isRepository ? [24, 0] : [22, 18];
const found = process.versions.node.split('.').map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  const message = isRepository
    ? `Node ${needed[0]} needed, found ${process.versions.node}; ${advice()}`
    : `contract-bench: Node ${needed.join('.')} needed, found ${process.versions.node}`;
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
} else {
  await import('./main.ts');
}

function advice() {
  if (at('../../node_modules/node/bin/node'))
    return 'npm brought it: start this by npm run, as in npm run harness -- --help';
  if (at('../../node_modules/node'))
    return 'npm ci ran without scripts and left it out; install it with: npm rebuild node';
  return 'npm ci brings it';
}
