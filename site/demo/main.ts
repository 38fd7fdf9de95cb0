/** `npm run site:demo`: an invented history of results in a scratch folder, and the site made of it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPatternCheck, readSuites, withoutMistakes } from '../../harness/task/read-tasks.ts';
import { UserError } from '../../harness/user-error.ts';
import { readDemoOptions } from './demo-options.ts';
import { writeDemo } from './write-demo.ts';

const root = join(import.meta.dirname, '../..');
const projectResults = join(root, 'results');

async function main(): Promise<void> {
  const { out, tasks, build, ...scale } = readDemoOptions(process.argv.slice(2), projectResults);
  const folder = out ?? mkdtempSync(join(tmpdir(), 'contract-bench-demo-'));
  const results = writeDemo(folder, projectResults, { ...scale, taskIds: await taskIds(tasks) });
  print(`SYNTHETIC results of ${scale.commits} commits: ${results}`);
  if (!build)
    return print(
      `build a site of them: RESULTS_DIR=${results} npm run build -- --outDir ${join(folder, 'dist')}`,
    );
  const dist = join(folder, 'dist');
  buildSite(results, dist);
  print(`site:    ${dist}`);
  print(`look at: npm run preview -- --outDir ${dist}`);
}

/** The project's own tasks first, so that their pages have a history to show, then invented ones. */
async function taskIds(count: number): Promise<string[]> {
  const own = withoutMistakes(await readSuites(join(root, 'tasks'), noPatternCheck));
  return Array.from({ length: count }, (_, index) => own[index]?.task.id ?? `example-task-${index + 1}`);
}

function buildSite(results: string, outDir: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir],
    {
      cwd: root,
      encoding: 'utf8',
      // A line or two a page.
      maxBuffer: Number.POSITIVE_INFINITY,
      env: { ...process.env, RESULTS_DIR: results, ASTRO_TELEMETRY_DISABLED: '1' },
    },
  );
  if (status !== 0) throw new Error(`the build failed\n${stdout}${stderr}`);
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
