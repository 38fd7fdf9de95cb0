import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export type SiteBuild = { files: number; seconds: number; peakMb: number };

const run = promisify(execFile);

/**
 * Builds the sites of invented histories, one run of 30 tasks a commit, `each` after the other. Their files are removed
 * at the end and not between two: ext4 passes over what was deleted in the last half minute, and takes much longer to
 * write the next.
 */
export async function measureSiteBuilds(
  root: string,
  commits: readonly number[],
  each?: (commits: number, build: SiteBuild) => void,
): Promise<SiteBuild[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'cb-site-'));
  try {
    const builds: SiteBuild[] = [];
    for (const [index, count] of commits.entries()) {
      const build = await measure(root, count, path.join(scratch, String(index)));
      each?.(count, build);
      builds.push(build);
    }
    return builds;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function measure(root: string, commits: number, folder: string): Promise<SiteBuild> {
  const scale = ['--commits', String(commits), '--tasks', '30', '--runs-per-commit', '1', '--rows', '0'];
  const { stdout } = await run(process.execPath, ['site/demo/main.ts', ...scale, '--out', folder], {
    cwd: root,
  });
  const measured = /^built: +(\d+) files in ([\d.]+) s with at most (\d+) MB$/m.exec(stdout);
  if (!measured) throw new Error(`site:demo did not say what it measured: ${stdout}`);
  const [, files, seconds, peakMb] = measured;
  return { files: Number(files), seconds: Number(seconds), peakMb: Number(peakMb) };
}
