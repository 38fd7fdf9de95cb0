/** Reads the history in a folder and makes the leaderboard of it. Prints as JSON how long that took and what it held. */
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

/** Linux counts in `maxRSS` what the starting process held when it started this one; `VmHWM` leaves that out. */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
