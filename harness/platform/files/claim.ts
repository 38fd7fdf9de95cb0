import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './make-folder.ts';

/** An older claim was left by a process that died, here, on another machine or in another container. */
const staleMs = 60_000;

/** Whose owner had no room to write more than its name. */
const emptyMs = 2_000;

/** Claims of this process; another one with our pid is a dead namesake's. */
const ours = new Set<string>();

/** A file that names the process that claims something, next to the claimed thing. */
export type Claim = { file: string; pid: number; host: string };

/** Makes a claim. One that is held for long must be touched more often than once a minute. */
export function makeClaim(folder: string, prefix: string): Claim {
  const file = join(folder, `${prefix}${process.pid}-${randomUUID()}`);
  ours.add(file);
  try {
    writeFileSync(file, hostname());
  } catch (error) {
    withdraw(file);
    throw error;
  }
  return { file, pid: process.pid, host: hostname() };
}

export function withdraw(file: string): void {
  rmSync(file, { force: true });
  ours.delete(file);
}

function isOurs({ file }: Claim): boolean {
  return ours.has(file);
}

/** Claims of live processes; claims of dead ones are removed. */
export function livingClaims(folder: string, prefix: string): Claim[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name): Claim[] => {
      const file = join(folder, name);
      const pid = Number.parseInt(name.slice(prefix.length), 10);
      const host = livingHost(file, pid);
      if (host === null) removeDead(file);
      return host === null ? [] : [{ file, pid, host }];
    });
}

function removeDead(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // In a temporary folder what another user left stays.
  }
}

/** The machine of the process that made it; null where it lives no more. */
function livingHost(file: string, pid: number): string | null {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    if (ageMs > staleMs) return null;
    const host = readFileSync(file, 'utf8');
    // An empty file is one whose owner is just writing it.
    if (host === '') return ageMs > emptyMs ? null : host;
    if (host !== hostname()) return host;
    if (pid === process.pid) return ours.has(file) ? host : null;
    process.kill(pid, 0);
    return host;
  } catch (error) {
    // Not ours to signal, but there. All else (ENOENT: withdrawn meanwhile, ESRCH: its process is gone) is dead.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? hostname() : null;
  }
}

const prefix = '.in-use-';
const tries = 5;
const touchMs = 10_000;
const pollMs = 1_000;

/**
 * Claims a folder, and makes it if it is missing, for this process until the claim is disposed. Returns a conflicting
 * claim of another process. Two simultaneous claims never overlook each other: the process that finds one withdraws
 * and tries again. A process of another machine counts as dead only when its claim is old. This waits for that, because a
 * killed container may be restarted under another name.
 */
export async function claimFolder(
  folder: string,
  foreignMs = staleMs + 2 * pollMs,
): Promise<Disposable | { heldBy: Claim }> {
  makeFolder(folder);
  const deadline = performance.now() + foreignMs;
  for (let left = tries; ; left -= 1) {
    const own = makeClaim(folder, prefix);
    const other = livingClaims(folder, prefix).find((found) => !isOurs(found));
    if (!other) return held(own.file);
    withdraw(own.file);
    const isForeign = other.host !== own.host;
    if (isForeign ? performance.now() > deadline : left <= 1) return { heldBy: other };
    await delay(isForeign ? Math.min(pollMs, foreignMs) : 5 + Math.random() * 45);
  }
}

/** Makes a claim that goes out of date only with this process; disposing it withdraws it. */
export function holdClaim(folder: string, prefix: string): Disposable & { file: string } {
  const { file } = makeClaim(folder, prefix);
  return { file, ...held(file) };
}

function held(file: string): Disposable {
  const touching = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // If the folder was removed, the claim has no purpose.
    }
  }, touchMs).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(touching);
      withdraw(file);
    },
  };
}
