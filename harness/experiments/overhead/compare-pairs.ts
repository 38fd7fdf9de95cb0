import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { align } from '../../platform/words/columns.ts';
import { median } from '../../results/statistics/statistics.ts';
import { readSavedLines } from '../../results/verify/read-saved.ts';
import type { TaskFile } from '../../task/read-tasks.ts';
import type { BareEpisode, BareOutcome } from './bare-replay.ts';
import type { Circumstances, Measurement } from './measurement.ts';

type Phases = Record<string, number>;
type Sample = { ms: number; phases: Phases; errors: number };

/** A judged run by its arguments, and its tasks. */
type Compared = {
  judged: readonly string[];
  tasks: readonly TaskFile[];
  pairs: number;
  /** Required maximum of the time ratio judged / bare. */
  atMost: number;
};

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** One episode at a time, judged and bare interleaved; prints one line for each pair, then the parts of the difference. */
export async function comparePairs(
  { judged, tasks, pairs, atMost }: Compared,
  { project, signal, print }: Circumstances,
): Promise<Measurement> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'cb-self-'));
  try {
    const episodes = path.join(scratch, 'episodes.json');
    const out = path.join(scratch, 'out');
    const sides = {
      bare: () => timed(() => playBare(project.root, episodes)),
      judged: () => timed(() => playJudged(judged, out, signal)),
    };
    // One of each to fill the caches of both; the bare script sends the calls of the first.
    await sides.judged();
    await writeFile(episodes, JSON.stringify(await sentIn(out, tasks)));
    signal.throwIfAborted();
    await sides.bare();
    signal.throwIfAborted();
    const samples: { bare: Sample; judged: Sample; ratio: number }[] = [];
    for (let pair = 1; pair <= pairs; pair++) {
      const played: Partial<Record<'bare' | 'judged', Sample>> = {};
      // The second one finds a warmer machine: take turns.
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
    for (const line of phaseTable(middle, tasks.length)) print(line);
    print('');
    print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
    const ratio = middle((sample) => sample.ratio);
    print(`median ratio judged / bare over ${pairs} pairs: ${ratio.toFixed(3)} (at most ${atMost} required)`);
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
  const read = async (name: string) => JSON.parse(await readFile(path.join(out, name), 'utf8'));
  const timings: { runs: { episodes: { phases: Phases }[] }[] } = await read('timings.json');
  const report: { episodes: { serverErrors: number }[] } = await read('report.json');
  const phases: Phases = {};
  for (const each of timings.runs.flatMap(({ episodes }) => episodes))
    for (const [name, ms] of Object.entries(each.phases)) phases[name] = (phases[name] ?? 0) + ms;
  return { phases, errors: report.episodes.reduce((sum, { serverErrors }) => sum + serverErrors, 0) };
}

/** The calls that a run sent to its server after the start page, in the form of a transcript. */
async function sentIn(out: string, tasks: readonly TaskFile[]): Promise<BareEpisode[]> {
  const { trajectories } = await readSavedLines(out);
  return tasks.map(({ task: { id, startUrl }, instance }) => {
    const played = trajectories.find(({ line }) => line?.taskId === id)?.line;
    if (!played) throw new Error(`${id} was not played`);
    const calls = played.trajectory.steps.map(({ call: { tool, args, storedArgs = args } }) => ({
      tool,
      args: storedArgs,
    }));
    return { startUrl, seed: instance?.seed, calls };
  });
}

/** Runs the command line in a separate process. Rejects if the exit code is not 0. */
async function playCli(args: readonly string[], signal: AbortSignal): Promise<void> {
  await run(process.execPath, [here('../../cli/main.ts'), ...args], { signal, maxBuffer: 2 ** 26 });
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
    [`median over ${tasks} tasks`, 'bare', 'judged', 'difference'],
    ...names.map((name) => row(name, ({ phases }) => phases[name] ?? 0)),
    row('outside the episodes', outside),
  ]);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
