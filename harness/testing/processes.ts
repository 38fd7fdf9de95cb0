import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process runs; one that has ended and waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    // The state comes after the name, which is in brackets and can hold anything.
    return !/^ [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '');
  } catch {
    return false;
  }
}

/** Pids of what carries a mark that starts so; see `markVariable`. */
export function marked(markStart: string): number[] {
  return withVariable(`BENCH_EPISODE=${markStart}`);
}

/** Pids of processes with an environment variable that starts so, `NAME=value`. */
export function withVariable(start: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return environment.some((entry) => entry.startsWith(start)) && isAlive(pid);
      } catch {
        return false;
      }
    });
}

/** Resolves with true as soon as the condition holds, with false after the limit. */
export async function within(limitMs: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (await holds()) return true;
    await delay(10);
  }
  return holds();
}

/** The first line that a process prints. Rejects where it ends before. */
export async function firstLine(child: Pick<ChildProcess, 'stdout' | 'spawnargs'>): Promise<string> {
  for await (const line of child.stdout ? createInterface({ input: child.stdout }) : []) return line;
  throw new Error(`${child.spawnargs.join(' ')} ended before it printed a line`);
}

/** Pids of what has a word in its command line. */
export function running(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word) && isAlive(pid);
      } catch {
        return false;
      }
    });
}

export function isChildOf(pid: number, parent: number | undefined): boolean {
  return parentOf(pid) === String(parent);
}

/** Undefined where the process is gone. */
function parentOf(pid: number): string | undefined {
  try {
    // The parent comes two fields after the name, which is in brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.split(' ')[2];
  } catch {
    return undefined;
  }
}

/** Pids of all that a process has started, and of what that has; whatever mark it carries. */
export function startedBy(parent: number | undefined): number[] {
  // Looked at once: what is sought may be gone by a second look.
  const all = running('').map((pid) => ({ pid, parent: parentOf(pid) }));
  const below = (above: string): number[] =>
    all.flatMap((each) => (each.parent === above ? [each.pid, ...below(String(each.pid))] : []));
  return below(String(parent));
}
