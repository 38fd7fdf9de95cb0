import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What must not outlive the harness: a process group, everything with a mark, or a folder. */
export type Watched = { group: number } | { mark: string } | { folder: string };

let watchdog: ChildProcess | undefined;

/**
 * Hands something to the watchdog, a detached process at the other end of a pipe. However the harness ends, a
 * `kill -9` included, the pipe ends with it, and the watchdog ends what was not released before.
 */
export function watch(watched: Watched): { release(): void } {
  log({ watch: watched });
  return { release: () => log({ release: watched }) };
}

function log(message: unknown): void {
  if (!watchdog) {
    // What Node says is the folder of this version in the one it was given.
    const compiled = getCompileCacheDir();
    const program = fileURLToPath(new URL('./watchdog-process.ts', import.meta.url));
    watchdog = spawn(process.execPath, ['--disable-sigusr1', program], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      // Neither the caller's working directory nor its secrets are the watchdog's business.
      cwd: '/',
      env: compiled ? { NODE_COMPILE_CACHE: path.dirname(compiled) } : {},
    });
    watchdog.unref();
    // The pipe alone must not keep the harness running.
    const { stdin } = watchdog;
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    watchdog.stdin?.on('error', () => {});
    watchdog.on('error', () => {});
  }
  watchdog.stdin?.write(`${JSON.stringify(message)}\n`);
}
