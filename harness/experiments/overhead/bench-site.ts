/** How the build of the site grows with the history: invented ones, one run of 30 tasks a commit. */

import { cpus } from 'node:os';
import { align } from '../../platform/words/columns.ts';
import { median } from '../../results/statistics/statistics.ts';
import { measureSiteBuilds, type SiteBuild } from './measure-site-build.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const times = 3;
const sizes = [
  { commits: 1000, wanted: 6 },
  { commits: 10_000, wanted: 30 },
];

// One to fill the caches.
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
  print(`ratio of the two times: ${(large / small).toFixed(1)} (at most 8 wanted)`);
  return { passed: true, ratio: large / small, builds: Object.fromEntries(measured) };

  function secondsOf(commits: number): number {
    return median((measured.get(commits) ?? []).map(({ seconds }) => seconds)) ?? Number.NaN;
  }
}
