import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** What is older was left behind by a process that died, here or on another machine or in another container. */
export const staleMs = 60_000;

/** Whose owner had no room to write more than its name. */
const emptyMs = 2_000;

/** Claims of this process; another one with our pid is a dead namesake's. */
const ours = new Set<string>();

/** A file that says which process claims something, beside what it claims. */
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

export function isOurs({ file }: Claim): boolean {
  return ours.has(file);
}

/** Of processes that live; those of dead ones are removed. */
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
