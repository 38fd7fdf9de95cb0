import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const commandLine = join(import.meta.dirname, '../../harness/cli/main.ts');

/** Runs the command `site`, and returns its standard error. Throws its output if it fails. */
export function runSite(
  options: readonly string[],
  { env = {}, nodeOptions = [] }: { env?: NodeJS.ProcessEnv; nodeOptions?: readonly string[] } = {},
): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandLine, 'site', ...options], {
    encoding: 'utf8',
    // The build may print one line per page.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, ...env, NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...nodeOptions].join(' ') },
  });
  if (status !== 0) throw new Error(`the build failed\n${stdout}${stderr}`);
  return stderr;
}
