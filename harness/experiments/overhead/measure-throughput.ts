import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Project } from '../../platform/project.ts';
import type { Run } from '../../results/records/result.ts';
import type { SavedEvent } from '../../run/artifacts.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { type EpisodePlayer, playPlan } from '../../run/play-plan.ts';
import { playPlannedEpisode } from '../../run/play-planned-episode.ts';
import type { Reporter } from '../../run/reporters/reporter.ts';

/**
 * The parts of an episode's wall time in milliseconds, as the mean of a run. `harness` is the rest: the time in which only
 * this process worked (reading and checking the transcript, opening the web, the contract, events and reports, time between
 * two episodes). Its work during a phase of browser or server counts for that phase. If the processor is busy, waiting for it
 * is in all parts.
 */
export type EpisodeTime = Record<'wall' | 'reset' | 'start' | 'tool' | 'waiting' | 'harness', number>;

export type Pair = {
  /** Episodes a minute, by the number of workers. */
  one: number;
  two: number;
  time: EpisodeTime;
  passed: number;
  episodes: number;
  /** Null if both wrote the same `report.json`, else the first line that differs. */
  difference: string | null;
};

type Throughput = {
  episodesPerMinute: number;
  time: EpisodeTime;
  passed: number;
  episodes: number;
  report: string;
};

/** Plays the ten tasks of `webvoyager` with one and with two workers, `pairs` times, each number first in turn. */
export async function measureThroughput(
  project: Project,
  server: string,
  pairs: number,
  signal: AbortSignal,
  each: (pair: Pair) => void,
): Promise<Pair[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'cb-scale-'));
  try {
    const play = (workers: 1 | 2, name: string) =>
      playOnce(project, server, workers, path.join(scratch, name), signal);
    // A first time to fill the caches.
    await play(2, 'warm');
    const measured: Pair[] = [];
    for (let index = 1; index <= pairs; index++) {
      const first = index % 2 === 1 ? 1 : 2;
      const a = await play(first, `${index}a`);
      const b = await play(first === 1 ? 2 : 1, `${index}b`);
      const pair = first === 1 ? pairOf(a, b) : pairOf(b, a);
      each(pair);
      measured.push(pair);
    }
    return measured;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function playOnce(
  project: Project,
  server: string,
  workers: number,
  out: string,
  signal: AbortSignal,
): Promise<Throughput> {
  const options = { ...quietOptions(project), suites: ['webvoyager'], server, workers, out };
  const plan = await makePlan(options, process.env);
  const { playEpisodes, waitedMs } = watchWaiting();
  const from = performance.now();
  const { runs } = await playPlan(plan, {
    signal,
    commandLine: 'bench:self -- scale',
    // Side by side, an episode's waiting time is another episode's work.
    ...(workers === 1 ? { playEpisodes } : {}),
  });
  const wallMs = performance.now() - from;
  signal.throwIfAborted();
  const [run] = runs;
  if (!run) throw new Error('nothing was played');
  return {
    episodesPerMinute: (run.episodes.length * 60_000) / wallMs,
    time: timeOf(run, wallMs, waitedMs()),
    passed: run.totals.passed,
    episodes: run.episodes.length,
    report: await readFile(path.join(out, 'report.json'), 'utf8'),
  };
}

function timeOf({ episodes }: Run, wallMs: number, waitedMs: number): EpisodeTime {
  const mean = (phase: 'reset' | 'start' | 'tool') =>
    episodes.reduce((sum, { phases }) => sum + phases[phase], 0) / episodes.length;
  const wall = wallMs / episodes.length;
  const waiting = waitedMs / episodes.length;
  const [reset, start, tool] = [mean('reset'), mean('start'), mean('tool')];
  return { wall, reset, start, tool, waiting, harness: wall - reset - start - tool - waiting };
}

function pairOf(one: Throughput, two: Throughput): Pair {
  return {
    one: one.episodesPerMinute,
    two: two.episodesPerMinute,
    time: one.time,
    passed: one.passed + two.passed,
    episodes: one.episodes + two.episodes,
    difference: one.report === two.report ? null : firstDifference(one.report, two.report),
  };
}

function firstDifference(one: string, two: string): string {
  const [a, b] = [one.split('\n'), two.split('\n')];
  const line = a.findIndex((text, index) => text !== b[index]);
  const index = line === -1 ? a.length : line;
  return `line ${index + 1}: ${a[index]?.trim() ?? 'nothing'} | ${b[index]?.trim() ?? 'nothing'}`;
}

/** The time between the previous event and one of these is a phase of browser or server, or lies between two episodes. */
const endOfOther: ReadonlySet<SavedEvent['type']> = new Set([
  'episode_start',
  'reset',
  'navigate',
  'tool_result',
]);

/**
 * Plays the episodes one after the other and sums up the time in which this process was idle outside `reset`, `start` and
 * `tool`: in the judge's observations and at the end. In an observation it waits for the page to answer or to become still
 * (including the pauses between two polls), and for the second browser. At the end it waits for server and browser to end
 * and for their folder to be removed. The phases `judge` and `stop` are no substitute: each holds work and waiting, and the
 * two overlap. It needs an episode that opens a URL; else no event separates the server's start from the first observation.
 */
export function watchWaiting(): { playEpisodes: EpisodePlayer; waitedMs(): number } {
  let waitedMs = 0;
  let idleBefore = idleMs();
  const event: Reporter['event'] = (_run, _taskId, _trial, { type }) => {
    const idle = idleMs();
    if (!endOfOther.has(type)) waitedMs += idle - idleBefore;
    idleBefore = idle;
  };
  return {
    playEpisodes: async ({ plan, planned, artifacts, reporter, signal, add }) => {
      const stage = { plan, run: planned.run, artifacts, reporter: { ...reporter, event }, signal };
      for (const next of planned.scheduled) {
        const result = await playPlannedEpisode(next, stage);
        if (!result) return;
        await add(result);
      }
    },
    waitedMs: () => waitedMs,
  };
}

function idleMs(): number {
  return performance.eventLoopUtilization().idle;
}
