import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type SiteBuild = { files: number; seconds: number; peakMb: number };

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the site of an invented history, one run of 30 tasks a commit. Leaves no file. */
export async function measureSiteBuild(commits: number): Promise<SiteBuild> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cb-site-'));
  try {
    const scale = ['--commits', String(commits), '--tasks', '30', '--runs-per-commit', '1'];
    const { stdout } = await run(process.execPath, ['site/demo/main.ts', ...scale, '--out', folder], {
      cwd: root,
    });
    const measured = /^built: +(\d+) files in ([\d.]+) s with at most (\d+) MB$/m.exec(stdout);
    if (!measured) throw new Error(`site:demo did not say what it measured: ${stdout}`);
    const [, files, seconds, peakMb] = measured;
    return { files: Number(files), seconds: Number(seconds), peakMb: Number(peakMb) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
