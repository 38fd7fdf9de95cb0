/** How the build of the site grows with the history: invented ones of 1,000 and 10,000 commits, one run of 30 tasks each. */
import { cpus } from 'node:os';
import { median } from '../result/statistics.ts';
import { align } from '../run/reporters/table.ts';
import { measureSiteBuilds, type SiteBuild } from './measure-site-build.ts';

const times = 3;
const wanted = [
  { commits: 1000, seconds: 6 },
  { commits: 10_000, seconds: 30 },
];

// One to fill the caches.
await measureSiteBuilds(100, 1);

const rows: string[][] = [];
const medians: number[] = [];
for (const { commits, seconds } of wanted) {
  const builds = await measureSiteBuilds(commits, times);
  const middle = (pick: (build: SiteBuild) => number) => median(builds.map(pick)) ?? 0;
  const took = middle((build) => build.seconds);
  medians.push(took);
  rows.push([
    String(commits),
    String(middle(({ files }) => files)),
    builds.map((build) => build.seconds.toFixed(1)).join(', '),
    `${took.toFixed(1)} s`,
    `${seconds} s`,
    `${Math.max(...builds.map(({ peakMb }) => peakMb)).toFixed(0)} MB`,
  ]);
}

for (const line of align([['commits', 'files', 'seconds', 'median', 'wanted', 'peak memory'], ...rows]))
  print(line);
print('');
print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
const [small = Number.NaN, large = Number.NaN] = medians;
print(
  `ratio of the two times: ${(large / small).toFixed(1)} (at most 8 wanted); peak memory: at most 1500 MB wanted`,
);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
