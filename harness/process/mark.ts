import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The environment variable that carries a mark to a process and to everything that it starts. */
export const markVariable = 'BENCH_EPISODE';

/**
 * Kills whatever still carries the mark, children that left the process group (`setsid`, daemons) among them,
 * until none is left or a second has gone by. Linux only: elsewhere environments can't be read, and ending the
 * group must do.
 */
export async function endMarked(mark: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const deadline = performance.now() + 1000;
  for (let pids = await marked(mark); pids.length > 0; pids = await marked(mark)) {
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

async function marked(mark: string): Promise<number[]> {
  return carriers(markVariable, new Set([mark]));
}

/** Processes whose environment has one of these values for a variable. */
export async function carriers(variable: string, values: ReadonlySet<string>): Promise<number[]> {
  const prefix = `${variable}=`;
  const entries = await readdir('/proc');
  const found = await Promise.all(
    entries
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        const own = environment.split('\0').find((entry) => entry.startsWith(prefix));
        return own !== undefined && values.has(own.slice(prefix.length)) ? [Number(name)] : [];
      }),
  );
  return found.flat();
}
