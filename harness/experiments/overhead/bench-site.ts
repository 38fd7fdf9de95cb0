/** How the build time of the site grows with the history: invented histories, one run of 30 tasks for each commit. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { align } from '../../platform/words/columns.ts';
import { median } from '../../results/statistics/statistics.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const times = 3;
const sizes = [
  { commits: 1000, wanted: 6 },
  { commits: 10_000, wanted: 30 },
];

// A first build to fill the caches.
const fill = 100;

export async function benchSite({ project, signal, print }: Circumstances): Promise<Measurement> {
  const measured = new Map<number, SiteBuild[]>(sizes.map(({ commits }) => [commits, []]));
  const turns = Array.from({ length: times }, () => sizes.map(({ commits }) => commits)).flat();
  await measureSiteBuilds(project.root, [fill, ...turns], (commits, build) => {
    signal.throwIfAborted();
    measured.get(commits)?.push(build);
    print(`${commits} commits: ${build.seconds.toFixed(1)} s, ${build.peakMb} MB`);
  });

  const rows = sizes.map(({ commits, wanted }) => {
    const builds = measured.get(commits) ?? [];
    const peakMb = Math.max(...builds.map((build) => build.peakMb));
    return [
      String(commits),
      String(builds[0]?.files),
      `${secondsOf(commits).toFixed(1)} s`,
      `${wanted} s`,
      `${peakMb} MB`,
      '1500 MB',
    ];
  });
  print('');
  for (const line of align([['commits', 'files', 'median', 'at most', 'peak', 'at most'], ...rows]))
    print(line);
  print('');
  print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
  const [small = Number.NaN, large = Number.NaN] = sizes.map(({ commits }) => secondsOf(commits));
  print(`ratio of the two times: ${(large / small).toFixed(1)} (at most 8 required)`);
  return { passed: true, ratio: large / small, builds: Object.fromEntries(measured) };

  function secondsOf(commits: number): number {
    return median((measured.get(commits) ?? []).map(({ seconds }) => seconds)) ?? Number.NaN;
  }
}

export type SiteBuild = { files: number; seconds: number; peakMb: number };

const run = promisify(execFile);

/**
 * Builds the sites of invented histories, one run of 30 tasks for each commit, `each` after the other. Their files are removed
 * at the end and not between two builds: ext4 avoids space deleted in the last half minute, and takes much longer to write
 * the next build.
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
  if (!measured) throw new Error(`site:demo printed no measurement: ${stdout}`);
  const [, files, seconds, peakMb] = measured;
  return { files: Number(files), seconds: Number(seconds), peakMb: Number(peakMb) };
}
