#!/usr/bin/env node
// What is published begins here. An older Node could not even parse what is loaded behind this.
const needed = [22, 18];
const found = process.versions.node.split('.').map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(`contract-bench: Node ${needed.join('.')} needed, found ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  import('./cli.ts');
}
