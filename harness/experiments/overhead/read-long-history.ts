/** Reads the history in a folder and computes its leaderboard. Prints duration and counts as JSON. */
import { readFileSync } from 'node:fs';
import { readHistory } from '../../results/records/read-history.ts';
import { standingsOf } from '../../results/standings/standings.ts';

const [folder = ''] = process.argv.slice(2);
let files = 0;
const from = performance.now();
const groups = standingsOf(counted());
const ms = performance.now() - from;
const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
process.stdout.write(`${JSON.stringify({ files, rows, ms, peakMb: peakKb() / 1024 })}\n`);

function* counted() {
  for (const file of readHistory(folder)) {
    files += 1;
    yield file;
  }
}

/** Linux includes in `maxRSS` the memory of the parent process at the start; `VmHWM` does not. */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
