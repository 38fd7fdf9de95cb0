import { setTimeout as delay } from 'node:timers/promises';
import { carriers } from './mark.ts';

const gatherMs = 200;
const limitMs = 1000;

/**
 * Ends what still carries a value of a variable in its environment: children that left their process group. One
 * search through `/proc` serves all that is asked for within 200 ms. Linux only, elsewhere it finds nothing.
 */
export class Sweeper {
  private readonly variable: string;
  private gathering: { values: Set<string>; swept: Promise<void> } | null = null;

  constructor(variable: string) {
    this.variable = variable;
  }

  /** Resolves when nothing with this value is left, or a second of ending did not do it. */
  end(value: string): Promise<void> {
    if (process.platform !== 'linux') return Promise.resolve();
    this.gathering ??= this.gather();
    this.gathering.values.add(value);
    return this.gathering.swept;
  }

  private gather() {
    const values = new Set<string>();
    const swept = delay(gatherMs).then(() => {
      this.gathering = null;
      return this.sweep(values);
    });
    return { values, swept };
  }

  private async sweep(values: ReadonlySet<string>): Promise<void> {
    const deadline = performance.now() + limitMs;
    for (
      let pids = await carriers(this.variable, values);
      pids.length > 0;
      pids = await carriers(this.variable, values)
    ) {
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
}
