import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../statistics/statistics.ts';
import { align } from '../words/columns.ts';
import type { BareEpisode, BareOutcome } from './bare-episode.ts';
import type { Circumstances, Measurement } from './measurement.ts';

type Phases = Record<string, number>;
type Sample = { ms: number; phases: Phases; errors: number };

/** A judged run, by its arguments and the suite that it plays, and the bare script's calls for the same tasks. */
type Compared = {
  judged: readonly string[];
  bare: readonly BareEpisode[];
  pairs: number;
  /** Of the times, judged through bare: what is wanted. */
  atMost: number;
};

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** One episode at a time, judged and bare interleaved; prints a line a pair, then where the difference lies. */
export async function comparePairs(
  { judged, bare, pairs, atMost }: Compared,
  { project, signal, print }: Circumstances,
): Promise<Measurement> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'cb-self-'));
  try {
    const episodes = path.join(scratch, 'episodes.json');
    await writeFile(episodes, JSON.stringify(bare));
    const sides = {
      bare: () => timed(() => playBare(project.root, episodes)),
      judged: () => timed(() => playJudged(judged, path.join(scratch, 'out'), signal)),
    };
    // One of each to fill the caches of both.
    for (const play of Object.values(sides)) {
      await play();
      signal.throwIfAborted();
    }
    const samples: { bare: Sample; judged: Sample; ratio: number }[] = [];
    for (let pair = 1; pair <= pairs; pair++) {
      const played: Partial<Record<'bare' | 'judged', Sample>> = {};
      // Whoever comes second finds a warmer machine: take turns.
      for (const side of pair % 2 === 1 ? (['bare', 'judged'] as const) : (['judged', 'bare'] as const)) {
        played[side] = await sides[side]();
        signal.throwIfAborted();
      }
      const { bare: b, judged: j } = played;
      if (!b || !j) continue;
      samples.push({ bare: b, judged: j, ratio: j.ms / b.ms });
      print(
        `pair ${pair}: bare ${seconds(b.ms)}, judged ${seconds(j.ms)}, ratio ${(j.ms / b.ms).toFixed(3)}`,
      );
    }
    const middle = (pick: (sample: (typeof samples)[number]) => number) => median(samples.map(pick)) ?? 0;
    print('');
    for (const line of phaseTable(middle, bare.length)) print(line);
    print('');
    print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
    const ratio = middle((sample) => sample.ratio);
    print(`median ratio judged / bare over ${pairs} pairs: ${ratio.toFixed(3)} (at most ${atMost} wanted)`);
    const errors = [...new Set(samples.map((each) => `${each.bare.errors} and ${each.judged.errors}`))];
    print(`calls that the server answered with an error, bare and judged: ${errors.join('; ')}`);
    return { passed: samples.every((each) => each.bare.errors === each.judged.errors), ratio, samples };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function timed(play: () => Promise<Omit<Sample, 'ms'>>): Promise<Sample> {
  const from = performance.now();
  const played = await play();
  return { ms: performance.now() - from, ...played };
}

async function playBare(root: string, episodes: string): Promise<BareOutcome> {
  const { stdout } = await run(process.execPath, [here('./bare-replay.ts'), root, episodes]);
  return JSON.parse(stdout);
}

async function playJudged(
  args: readonly string[],
  out: string,
  signal: AbortSignal,
): Promise<Omit<Sample, 'ms'>> {
  await playCli([...args, '--workers', '1', '--out', out], signal);
  const { runs } = JSON.parse(await readFile(path.join(out, 'timings.json'), 'utf8'));
  const episodes: { phases: Phases; serverErrors: number }[] = runs[0].episodes;
  const phases: Phases = {};
  for (const each of episodes)
    for (const [name, ms] of Object.entries(each.phases)) phases[name] = (phases[name] ?? 0) + ms;
  return { phases, errors: episodes.reduce((sum, { serverErrors }) => sum + serverErrors, 0) };
}

/** Runs the command line in a process of its own. Rejects where it exits with anything but 0. */
export async function playCli(args: readonly string[], signal: AbortSignal): Promise<void> {
  await run(process.execPath, [here('../cli.ts'), ...args], { signal, maxBuffer: 2 ** 26 });
}

type Middle = (pick: (sample: { bare: Sample; judged: Sample }) => number) => number;

function phaseTable(middle: Middle, tasks: number): string[] {
  const names = ['reset', 'start', 'tool', 'adapter', 'judge', 'stop'];
  const outside = ({ ms, phases }: Sample) => ms - Object.values(phases).reduce((sum, each) => sum + each, 0);
  const row = (name: string, of: (sample: Sample) => number) => {
    const [b, j] = [middle(({ bare }) => of(bare)), middle(({ judged }) => of(judged))];
    return [name, seconds(b), seconds(j), seconds(j - b)];
  };
  return align([
    [`median over ${tasks} tasks`, 'bare', 'judged', 'more'],
    ...names.map((name) => row(name, ({ phases }) => phases[name] ?? 0)),
    row('outside the episodes', outside),
  ]);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
