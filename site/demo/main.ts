/** `npm run site:demo`: an invented history of results in a scratch folder, and the site built from it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../harness/platform/errors/user-error.ts';
import { buildDemo, demoTasks, readDemoOptions, usage, writeDemo } from './demo.ts';

const root = join(import.meta.dirname, '../..');
const projectResults = join(root, 'results');

async function main(): Promise<void> {
  const options = readDemoOptions(process.argv.slice(2), projectResults);
  if (options === null) return print(usage);
  const { out, tasks, build, ...scale } = options;
  const folder = out ?? mkdtempSync(join(tmpdir(), 'contract-bench-demo-'));
  const results = writeDemo(folder, projectResults, {
    ...scale,
    taskIds: await demoTasks(join(root, 'tasks'), tasks),
  });
  print(`SYNTHETIC results of ${scale.commits} commits: ${results}`);
  const dist = join(folder, 'dist');
  if (!build) return print(`build:   RESULTS_DIR=${results} npm run build -- --out ${dist}`);
  const { files, sizeMb, seconds, peakMb } = buildDemo(results, dist);
  print(`built:   ${files} files in ${seconds.toFixed(1)} s with at most ${peakMb.toFixed(0)} MB`);
  print(`size:    ${sizeMb.toFixed(0)} MB`);
  print(`site:    ${dist}`);
  print(`look at: npm run preview -- --out ${dist}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  process.exitCode = error instanceof UserError ? 2 : 1;
  process.stderr.write(`site:demo: ${error instanceof Error ? error.message : error}\n`);
}
