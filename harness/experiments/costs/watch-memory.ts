import { readFileSync } from 'node:fs';
import { carriersOf } from '../../platform/process/mark.ts';

/** Most that was seen, in MB; null where nothing could be read. */
export type MemoryPeak = { serverMb: number | null; browserMb: number | null };

const everyMs = 250;

/**
 * Looks at the proportional set size (PSS of Linux) of all processes that carry a mark, a server's and a browser's, four times a second until
 * it is stopped.
 */
export function watchMemory(mark: string): { stop(): MemoryPeak } {
  const peak: MemoryPeak = { serverMb: null, browserMb: null };
  const look = () => {
    peak.serverMb = larger(peak.serverMb, megabytesOf(mark));
    peak.browserMb = larger(peak.browserMb, megabytesOf(`${mark}.browser`));
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

function megabytesOf(mark: string): number | null {
  const sizes = carriersOf(mark).flatMap((pid) => {
    try {
      const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      return kilobytes === undefined ? [] : [Number(kilobytes) / 1024];
    } catch {
      // Gone since, or another user's.
      return [];
    }
  });
  return sizes.length === 0 ? null : sizes.reduce((sum, each) => sum + each, 0);
}
