import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** Some 200 ms of work on the machine that the published numbers come from; always the same work. */
const rounds = 850_000;

const times = 5;

/** Whether something else has the processor now: the same work is timed five times, which takes about a second. */
export async function probeProcessor(): Promise<boolean> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    // Native code on a thread of its own: nothing to warm up, and Ctrl-C is heard.
    await derive('contract-bench', 'probe', rounds, 32, 'sha256');
    took.push(performance.now() - startedAt);
  }
  return isContended(took);
}

/** Whether the slowest of some equal pieces of work took more than 1.5 times as long as the fastest. */
export function isContended(tookMs: readonly number[]): boolean {
  return Math.max(...tookMs) > 1.5 * Math.min(...tookMs);
}
