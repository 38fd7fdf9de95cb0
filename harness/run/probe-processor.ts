import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** Some 30 ms of work on the machine that the published numbers come from; always the same work. */
const rounds = 200_000;

const times = 12;

/**
 * Whether something else has the processor now: the same work is timed twelve times, which takes a third of a second.
 * Short pieces show that somebody else takes turns; in pieces of 200 ms the turns even out.
 */
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
