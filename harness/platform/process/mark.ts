import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The environment variable that carries a mark to a process and to everything that it starts. */
export const markVariable = 'BENCH_EPISODE';

const limitMs = 1000;

/** Kills whatever still carries the mark, children that left the process group (`setsid`, daemons) among them. */
export function endMarked(mark: string): Promise<void> {
  return endCarriers(markVariable, new Set([mark]));
}

/**
 * Kills what has one of these values for a variable in its environment, until none is left or a second has gone by.
 * Linux only: elsewhere environments can't be read, and ending the group must do.
 */
async function endCarriers(variable: string, values: ReadonlySet<string>): Promise<void> {
  if (process.platform !== 'linux') return;
  const deadline = performance.now() + limitMs;
  for (let pids = carriers(variable, values); pids.length > 0; pids = carriers(variable, values)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone between the look and the kill.
      }
    }
    if (performance.now() > deadline) return;
    await delay(5);
  }
}

/** The processes that carry the mark. Linux only: none elsewhere. */
export function carriersOf(mark: string): number[] {
  return process.platform === 'linux' ? carriers(markVariable, new Set([mark])) : [];
}

/** Synchronous: a hundred small reads take 3 ms, and several times that with promises. */
function carriers(variable: string, values: ReadonlySet<string>): number[] {
  const prefix = `${variable}=`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && values.has(valueIn(name, prefix) ?? ''))
    .map(Number);
}

function valueIn(pid: string, prefix: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    if (!environment.includes(prefix)) return undefined;
    return environment
      .split('\0')
      .find((entry) => entry.startsWith(prefix))
      ?.slice(prefix.length);
  } catch {
    // Gone since, or another user's.
    return undefined;
  }
}

const gatherMs = 200;

/**
 * Ends processes that still carry a value of a variable in their environment: children that left their process group. One
 * search serves all requests within 200 ms, and one call of `after` reports all of them.
 */
export class Sweeper {
  private readonly variable: string;
  private readonly after: (values: ReadonlySet<string>) => void;
  private gathering: { values: Set<string>; swept: Promise<void> } | null = null;

  constructor(variable: string, after: (values: ReadonlySet<string>) => void) {
    this.variable = variable;
    this.after = after;
  }

  /** Resolves when nothing with this value is left, or a second of ending did not do it. */
  end(value: string): Promise<void> {
    this.gathering ??= this.gather();
    this.gathering.values.add(value);
    return this.gathering.swept;
  }

  private gather() {
    const values = new Set<string>();
    const swept = delay(gatherMs)
      .then(() => {
        this.gathering = null;
        return endCarriers(this.variable, values);
      })
      .then(() => this.after(values));
    return { values, swept };
  }
}

/** Kills a process group; a group that is already gone is not an error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: nothing left of it.
  }
}
