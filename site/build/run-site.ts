import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const commandLine = join(import.meta.dirname, '../../harness/cli/main.ts');

/** Runs the command `site`, and says what it said to standard error. Throws what it said where it fails. */
export function runSite(
  options: readonly string[],
  { env = {}, nodeOptions = [] }: { env?: NodeJS.ProcessEnv; nodeOptions?: readonly string[] } = {},
): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandLine, 'site', ...options], {
    encoding: 'utf8',
    // What the build says may be a line a page.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, ...env, NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...nodeOptions].join(' ') },
  });
  if (status !== 0) throw new Error(`the build failed\n${stdout}${stderr}`);
  return stderr;
}
