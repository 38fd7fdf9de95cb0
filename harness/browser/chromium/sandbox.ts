import { spawnSync } from 'node:child_process';

let found: boolean | undefined;

/**
 * Whether Chromium can start with its sandbox: it refuses to for root, and needs a user namespace for anybody else.
 * Where there is no `unshare` to try one with it is taken for possible.
 */
export function hasSandbox(): boolean {
  found ??=
    process.getuid?.() !== 0 && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status !== 1;
  return found;
}
