import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A save takes milliseconds. What is older was left behind by a process that died on another machine or in another container. */
const staleMs = 60_000;

/** Claims of this process; another one with our pid is a dead namesake's. */
const ours = new Set<string>();

/**
 * Runs `action`, which must be synchronous, while no other process runs one for the same file.
 * A claim is a file of its own beside `file`, and who finds another living claim after making its own withdraws and
 * tries again: of two that overlap at least the later one sees the other, and breaking a dead claim can never remove
 * a living one, as it could with a single lock file. Throws after `waitMs` with the claim that stands in the way.
 */
export async function whileLocked<T>(file: string, action: () => T, waitMs = 30_000): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const claim = join(dirname(file), `${claimPrefix(file)}${process.pid}-${randomUUID()}`);
    ours.add(claim);
    writeFileSync(claim, hostname());
    try {
      const other = livingClaims(file).find((found) => found !== claim);
      if (other === undefined) return action();
      if (Date.now() > deadline) {
        throw new Error(`${file} is locked by ${other}; remove that file if no contract-bench is running`);
      }
    } finally {
      rmSync(claim, { force: true });
      ours.delete(claim);
    }
    await sleep(5 + Math.random() * 45);
  }
}

function claimPrefix(file: string): string {
  return `.${basename(file)}.lock-`;
}

function livingClaims(file: string): string[] {
  const prefix = claimPrefix(file);
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(file), name))
    .filter((claim) => {
      const alive = isAlive(claim, Number.parseInt(basename(claim).slice(prefix.length), 10));
      if (!alive) rmSync(claim, { force: true });
      return alive;
    });
}

function isAlive(claim: string, pid: number): boolean {
  try {
    if (Date.now() - statSync(claim).mtimeMs > staleMs) return false;
    // An empty file is one whose owner is just writing it.
    const host = readFileSync(claim, 'utf8');
    if (host !== hostname()) return true;
    if (pid === process.pid) return ours.has(claim);
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there. All else (ENOENT: withdrawn meanwhile, ESRCH: its process is gone) is dead.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
