/** What the harness costs: the judged replay of ten tasks against a bare script with the same calls, interleaved. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../statistics/statistics.ts';
import { align } from '../words/columns.ts';
import type { Circumstances, Measurement } from './measurement.ts';

type Phases = Record<string, number>;
type Sample = { ms: number; phases: Phases };

const pairs = 5;
const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function timed(work: () => Promise<Phases>): Promise<Sample> {
  const from = performance.now();
  const phases = await work();
  return { ms: performance.now() - from, phases };
}

async function bareReplay(root: string): Promise<Phases> {
  const { stdout } = await run(process.execPath, [here('./bare-replay.ts'), root]);
  return JSON.parse(stdout);
}

async function judged(signal: AbortSignal): Promise<Phases> {
  const out = await mkdtemp(path.join(tmpdir(), 'cb-self-'));
  try {
    await run(process.execPath, [here('../cli.ts'), 'bench', 'webvoyager', '--out', out], { signal });
    const { runs } = JSON.parse(await readFile(path.join(out, 'timings.json'), 'utf8'));
    const episodes: { phases: Phases }[] = runs[0].episodes;
    const sum: Phases = {};
    for (const { phases } of episodes)
      for (const [name, ms] of Object.entries(phases)) sum[name] = (sum[name] ?? 0) + ms;
    return sum;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

export async function benchEpisodes({ project, signal, print }: Circumstances): Promise<Measurement> {
  const bare = () => bareReplay(project.root);
  const whole = () => judged(signal);
  // One of each to fill the caches of both.
  await bare();
  signal.throwIfAborted();
  await whole();

  const samples: { bare: Sample; judged: Sample; ratio: number }[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    // Whoever comes second finds a warmer machine: take turns.
    const first = pair % 2 === 1 ? await timed(bare) : await timed(whole);
    signal.throwIfAborted();
    const second = pair % 2 === 1 ? await timed(whole) : await timed(bare);
    signal.throwIfAborted();
    const [b, j] = pair % 2 === 1 ? [first, second] : [second, first];
    samples.push({ bare: b, judged: j, ratio: j.ms / b.ms });
    print(`pair ${pair}: bare ${seconds(b.ms)}, judged ${seconds(j.ms)}, ratio ${(j.ms / b.ms).toFixed(3)}`);
  }

  const middle = (pick: (sample: (typeof samples)[number]) => number) => median(samples.map(pick)) ?? 0;
  const names = ['reset', 'start', 'tool', 'adapter', 'judge', 'stop'];
  const rows = names.map((name) => {
    const bareMs = middle(({ bare: { phases } }) => phases[name] ?? 0);
    const judgedMs = middle(({ judged: { phases } }) => phases[name] ?? 0);
    return [name, seconds(bareMs), seconds(judgedMs), seconds(judgedMs - bareMs)];
  });
  const outside = (side: 'bare' | 'judged') =>
    middle((sample) => sample[side].ms - Object.values(sample[side].phases).reduce((sum, ms) => sum + ms, 0));
  rows.push([
    'outside the episodes',
    seconds(outside('bare')),
    seconds(outside('judged')),
    seconds(outside('judged') - outside('bare')),
  ]);

  print('');
  for (const line of align([['median over ten tasks', 'bare', 'judged', 'more'], ...rows])) print(line);
  print('');
  print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
  const ratio = middle((sample) => sample.ratio);
  print(`median ratio judged / bare over ${pairs} pairs: ${ratio.toFixed(3)} (at most 1.2 wanted)`);
  return { passed: true, ratio, samples };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
