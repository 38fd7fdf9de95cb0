import { randomUUID } from 'node:crypto';
import type { BuiltInAgent, BuiltInAgentSession, Move } from '../agents/built-in-agent.ts';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { thisProject } from '../cli/this-project.ts';
import type { Contract } from '../judge/contract.ts';
import type { Observations } from '../results/score/trajectory.ts';
import type { Episode, EpisodePlan } from '../run/episode/episode.ts';
import type { EpisodeEvent } from '../run/episode/episode-event.ts';
import { playEpisode } from '../run/episode/play-episode.ts';
import type { Server } from '../servers/server.ts';
import { publicTexts } from '../task/given.ts';
import { Task } from '../task/task.ts';
import { redactorFor } from '../task/transcripts/redact.ts';
import type { FixtureSites } from '../web/fixture-sites.ts';
import { guestServer } from './guests/guest-server.ts';
import { marked } from './processes.ts';

export type Call = [tool: string, args?: Record<string, unknown>];

/** Asks for these calls one after the other, then says done. */
export function callsOf(calls: readonly Call[]): BuiltInAgent {
  return adapterOf(() => {
    const left = [...calls];
    return {
      next: async (): Promise<Move> => {
        const call = left.shift();
        return call ? { kind: 'call', tool: call[0], args: call[1] ?? {} } : { kind: 'done' };
      },
    };
  });
}

export function adapterOf(open: () => BuiltInAgentSession): BuiltInAgent {
  return { id: 'test', kind: 'replay', model: null, open: async () => ({ session: open() }) };
}

export type Playing = {
  web: FixtureSites;
  success: Contract;
  calls?: readonly Call[];
  startUrl?: string;
  task?: Partial<Task>;
  adapter?: BuiltInAgent;
  server?: Server;
  maxSteps?: number;
  maxDurationMs?: number;
  plan?: Partial<EpisodePlan>;
  skill?: string;
  shortestCalls?: number;
};

export type PlayedEpisode = Episode & {
  facts: Observations | null;
  events: EpisodeEvent[];
  tookMs: number;
  left: number[];
};

/** Plays one episode of a task made for a test; `left` are the processes that it left behind. */
export async function play({
  web,
  success,
  calls = [],
  startUrl = 'https://a.test/',
  ...rest
}: Playing): Promise<PlayedEpisode> {
  const { maxSteps = 20, maxDurationMs = 120_000 } = rest;
  const spec = {
    id: 'test-task',
    title: 'Test',
    goal: 'Get there.',
    startUrl,
    maxSteps,
    maxDurationMs,
    success,
  };
  const events: EpisodeEvent[] = [];
  const id = `test-${randomUUID()}`;
  const startedAt = performance.now();
  const task = Task.parse({ ...spec, ...rest.task });
  const episode = await playEpisode({
    id,
    hidden: { checkout: thisProject.root, answers: [] },
    task,
    adapter: rest.adapter ?? callsOf(calls),
    server: rest.server ?? guestServer(),
    chromium: await findChromium(),
    web: { kind: 'hermetic', fixtureSites: web },
    recorder: null,
    limits: { maxSteps, maxDurationMs },
    screenshotClasses: {},
    emit: (event) => events.push(event),
    redact: redactorFor({}, publicTexts(task)),
    signal: new AbortController().signal,
    trial: 1,
    shortestCalls: rest.shortestCalls ?? null,
    artifacts: { events: 'events/x.jsonl', report: 'reports/x.json' },
    skill: rest.skill ?? null,
    ...rest.plan,
  });
  return {
    ...episode,
    facts: episode.trajectory.observations,
    events,
    tookMs: performance.now() - startedAt,
    left: marked(id),
  };
}
