/** The gain of a second worker, the harness's share of an episode, and how the time to read a history grows. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { align } from '../../platform/words/columns.ts';
import { median } from '../../results/statistics/statistics.ts';
import { type EpisodeTime, measureThroughput, type Pair } from './measure-throughput.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const times = 3;
const servers = [
  { id: 'playwright', wanted: 1.2 },
  { id: 'chrome-devtools', wanted: 1.5 },
];
const sizes = [1000, 10_000];

const notes = [
  'reset: the browser. start, tool: the server with the page. They include concurrent work of the harness.',
  'waiting: this process was idle in the observations of the judge and at the end: page, browsers, server, disk.',
  'harness: everything else, including its work for the judge and on the files of the run.',
];

export async function benchScale({ project, signal, print }: Circumstances): Promise<Measurement> {
  const played: ServerPairs[] = [];
  for (const { id, wanted } of servers) {
    const pairs = await measureThroughput(project, id, times, signal, (pair) =>
      print(`${id}: ${pairLine(pair)}`),
    );
    played.push({ id, wanted, pairs });
  }
  const histories = new Map<number, HistoryRead[]>(sizes.map((commits) => [commits, []]));
  await measureHistories(project.root, sizes, times, signal, (commits, read) => {
    histories.get(commits)?.push(read);
    print(`${commits} results files: ${seconds(read.ms)}, ${read.peakMb.toFixed(0)} MB`);
  });

  const tables = [throughputTable(played), timeTable(played), historyTable(histories)].map((rows) =>
    align(rows),
  );
  const [throughput = [], time = [], history = []] = tables;
  for (const line of ['', ...throughput, '', ...time, ...notes, '', ...history]) print(line);
  const [small = Number.NaN, large = Number.NaN] = sizes.map((commits) =>
    middle(histories.get(commits) ?? [], ({ ms }) => ms),
  );
  print('');
  print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
  print(`ratio of the two times of reading: ${(large / small).toFixed(1)} (10 times the files)`);
  const passed = played.every(({ pairs }) => isIdentical(pairs));
  return { passed, played, histories: Object.fromEntries(histories) };
}

type ServerPairs = { id: string; wanted: number; pairs: Pair[] };

function throughputTable(played: readonly ServerPairs[]): string[][] {
  const head = ['episodes a minute', '1 worker', '2 workers', 'ratio', 'at least', 'passed', 'report.json'];
  const rows = played.map(({ id, wanted, pairs }) => [
    id,
    middle(pairs, ({ one }) => one).toFixed(1),
    middle(pairs, ({ two }) => two).toFixed(1),
    middle(pairs, ({ one, two }) => two / one).toFixed(2),
    String(wanted),
    `${sum(pairs, ({ passed }) => passed)} / ${sum(pairs, ({ episodes }) => episodes)}`,
    isIdentical(pairs) ? 'identical' : 'DIFFERENT',
  ]);
  return [head, ...rows];
}

function timeTable(played: readonly ServerPairs[]): string[][] {
  const parts: (keyof EpisodeTime)[] = ['wall', 'reset', 'start', 'tool', 'waiting', 'harness'];
  const rows = played.map(({ id, pairs }) => [
    id,
    ...parts.map((part) => `${middle(pairs, ({ time }) => time[part]).toFixed(0)} ms`),
  ]);
  return [['an episode, 1 worker', ...parts], ...rows];
}

function historyTable(histories: ReadonlyMap<number, readonly HistoryRead[]>): string[][] {
  const rows = [...histories].map(([commits, reads]) => [
    String(commits),
    String(reads[0]?.rows),
    seconds(middle(reads, ({ ms }) => ms)),
    `${Math.max(...reads.map(({ peakMb }) => peakMb)).toFixed(0)} MB`,
  ]);
  return [['results files', 'standings', 'median', 'peak'], ...rows];
}

function pairLine({ one, two, difference }: Pair): string {
  const rates = `${one.toFixed(1)} and ${two.toFixed(1)} episodes a minute, ratio ${(two / one).toFixed(2)}`;
  return `${rates}, report.json ${difference === null ? 'identical' : `differs in ${difference}`}`;
}

function isIdentical(pairs: readonly Pair[]): boolean {
  return pairs.every(({ difference }) => difference === null);
}

function middle<T>(samples: readonly T[], pick: (sample: T) => number): number {
  return median(samples.map(pick)) ?? Number.NaN;
}

function sum<T>(samples: readonly T[], pick: (sample: T) => number): number {
  return samples.reduce((total, sample) => total + pick(sample), 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

type HistoryRead = { files: number; rows: number; ms: number; peakMb: number };

const run = promisify(execFile);
const reader = fileURLToPath(new URL('./read-long-history.ts', import.meta.url));

/**
 * Invents a history for each number of commits, with one run of 30 tasks for each commit. Reads each history `times` times in
 * turn, in a separate process. The time covers the reading, without the start of Node.
 */
async function measureHistories(
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
      // A first time to fill the caches.
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
    if (found.files !== commits) throw new Error(`got ${found.files} results files; expected ${commits}`);
    return found;
  }
}
