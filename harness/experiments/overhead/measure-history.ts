import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type HistoryRead = { files: number; rows: number; ms: number; peakMb: number };

const run = promisify(execFile);
const reader = fileURLToPath(new URL('./read-long-history.ts', import.meta.url));

/**
 * Invents a history of each number of commits, one run of 30 tasks a commit, and reads each `times` times in turn, in
 * a process of its own. The time is that of the reading, without the start of Node.
 */
export async function measureHistories(
  root: string,
  sizes: readonly number[],
  times: number,
  signal: AbortSignal,
  each: (commits: number, read: HistoryRead) => void,
): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'cb-history-'));
  try {
    for (const commits of sizes) {
      const scale = ['--commits', String(commits), '--tasks', '30', '--runs-per-commit', '1', '--rows', '0'];
      const out = ['--no-build', '--out', path.join(scratch, String(commits))];
      await run(process.execPath, ['site/demo/main.ts', ...scale, ...out], { cwd: root, signal });
      // Once to fill the caches.
      await read(commits);
    }
    const turns = Array.from({ length: times }, () => sizes).flat();
    for (const commits of turns) each(commits, await read(commits));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }

  async function read(commits: number): Promise<HistoryRead> {
    const results = path.join(scratch, String(commits), 'results');
    const { stdout } = await run(process.execPath, [reader, results], { signal });
    const found: HistoryRead = JSON.parse(stdout);
    if (found.files !== commits) throw new Error(`${found.files} of ${commits} results files were read`);
    return found;
  }
}
