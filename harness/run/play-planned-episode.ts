import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { diskFault } from '../platform/errors/disk-fault.ts';
import { withAnswer } from '../results/records/answered-model.ts';
import type { Result, Run } from '../results/records/result.ts';
import { isOfAgent, leastConfined } from '../results/records/run-facts.ts';
import { lostTrajectory } from '../results/score/saved-trajectory.ts';
import { serverIn } from '../servers/script-tools.ts';
import { toolListOf } from '../servers/tokenizer.ts';
import { writeToolLedger } from '../servers/tool-ledger.ts';
import { parseTranscript } from '../task/transcripts/parse-transcript.ts';
import { findTranscript, writeTranscript } from '../task/transcripts/transcript-files.ts';
import { type Artifacts, artifactPaths, type SavedAnswer, type SavedEvent } from './artifacts.ts';
import type { Episode, EpisodePlan } from './episode/episode.ts';
import { eventText } from './episode/episode-event.ts';
import { playEpisode, scored } from './episode/play-episode.ts';
import { hiddenOf } from './hidden-of.ts';
import type { Plan, PlannedEpisode } from './plan.ts';
import { limitsOf } from './plan-runs.ts';
import type { Reporter } from './reporters/index.ts';
import { reviewOf } from './reports/review.ts';

/** The context of the episodes of one run; `signal` interrupts them. */
export type RunStage = {
  plan: Plan;
  run: Run;
  artifacts: Artifacts;
  reporter: Reporter;
  signal: AbortSignal;
};

/** The data of an episode that is collected while it is played; later it is decided what to save. */
type Keepsakes = {
  events: SavedEvent[];
  answers: SavedAnswer[];
  pictures: Map<string, Buffer>;
  /** Whether its browser was left open for a person. */
  browserKept: boolean;
};

/**
 * Plays one episode of a run and writes its artefacts. Null if the run was interrupted, because an interrupted episode
 * has no result.
 */
export async function playPlannedEpisode(planned: PlannedEpisode, stage: RunStage): Promise<Result | null> {
  const { run, artifacts, reporter, signal } = stage;
  const { trial } = planned;
  const { task } = planned.file;
  reporter.episodeStart(run, task.id, trial);
  const kept: Keepsakes = { events: [], answers: [], pictures: new Map(), browserKept: false };
  const episode = await playEpisode(await episodePlanOf(planned, stage, kept));
  const { redact } = episode.plan;
  // Earlier events may contain a password that was recognised only later.
  if (redact.learned()) artifacts.redactEvents(run.runId, task.id, trial, redact);
  // If the browser was kept open, Ctrl-C only closes the browser.
  if (signal.aborted && !kept.browserKept) return null;
  try {
    return await keepEpisode(episode, stage, kept);
  } catch (error) {
    if (diskFault(error) !== null) throw error;
    // A row is always written, and the run continues.
    const trajectory = lostTrajectory(episode.trajectory, error);
    return artifacts.episode(run, { ...episode, ...scored(episode.plan, trajectory), capture: null });
  }
}

async function keepEpisode(
  episode: Episode,
  { plan, run, artifacts, reporter }: RunStage,
  kept: Keepsakes,
): Promise<Result> {
  const { redact, task, trial } = episode.plan;
  await noteInConfig(run, episode);
  if (isPictured(plan) || episode.result.status !== 'passed') artifacts.pictures(kept.pictures);
  if (plan.adapter.kind === 'script')
    reporter.answersSaved(artifacts.answers(task.id, trial, kept.answers, redact));
  if (episode.agentOutput !== null)
    artifacts.agentOutput(task.id, trial, redact(episode.agentOutput, 'free'));
  if (isReviewed(plan)) {
    const events = kept.events.map((event) => redact(event, eventText(event)));
    const name = trial === 1 ? task.id : `${task.id}.${trial}`;
    artifacts.write(`${name}.review.md`, reviewOf(episode, events));
    // An agent that drives the browser itself makes no calls that could be replayed.
    if (!('browser' in plan.server.origin)) await record(plan, episode, reporter);
  }
  return artifacts.episode(run, episode);
}

async function episodePlanOf(
  { file, trial, retries = 0 }: PlannedEpisode,
  { plan, run, artifacts, reporter, signal }: RunStage,
  kept: Keepsakes,
): Promise<EpisodePlan> {
  const { options, adapter, chromium, screenshotClasses, recorder, skill } = plan;
  const { task } = file;
  const server = serverIn(plan.suites.get(run.suite), plan.server);
  const web = plan.webs.get(run.suite);
  if (!web) throw new Error(`no web was opened for ${run.suite}`);
  const limits = limitsOf(plan, file);
  const keepBrowser = async (endpoint: string) => {
    kept.browserKept = true;
    reporter.browserKept(
      `the browser is open: ${endpoint} (${endpoint}/json lists its pages). Ctrl-C closes it`,
    );
    if (!signal.aborted) await once(signal, 'abort');
  };
  return {
    ...{ task, trial, retries, limits, skill, server, chromium, web, recorder, screenshotClasses, signal },
    id: randomUUID(),
    shortestCalls: await shortestCalls(plan, task.id),
    artifacts: artifactPaths(run.runId, task.id, trial),
    hidden: hiddenOf(plan),
    // The agent gets the limits that are enforced.
    adapter: {
      ...adapter,
      open: (of, on, _, place) => adapter.open({ ...of, ...limits }, on, trial, place),
    },
    emit: (event) => {
      if (isReviewed(plan)) kept.events.push(event);
      artifacts.event(run.runId, task.id, trial, event);
      reporter.event(run, task.id, trial, event);
    },
    // The author of a script reads each answer to write the next call.
    ...(adapter.kind === 'script'
      ? { answered: (seq, tool, answer) => kept.answers.push({ seq, tool, ...answer }) }
      : {}),
    pictures: {
      when: isPictured(plan) ? 'each_step' : 'failed_end',
      taken: (digest, webp) => kept.pictures.set(digest, webp),
    },
    slowMs: options.eyes.slowMs,
    ...(options.eyes.keepBrowser ? { keepBrowser } : {}),
    redact: plan.redactor(task),
  };
}

/** The record of a model's episode is complete, because the episode may not be repeatable. */
function isReviewed({ options, adapter }: Plan): boolean {
  return options.record || isOfAgent(adapter.kind);
}

/**
 * Whether each step gets a picture. Always for models and agents, whose episodes may not be repeatable. For other kinds
 * only if their times are not compared and the run is saved, because an audit plays thousands.
 */
function isPictured({ adapter: { kind }, resultsFolder }: Plan): boolean {
  return isOfAgent(kind) || (resultsFolder !== null && ['baseline', 'control', 'oracle'].includes(kind));
}

async function shortestCalls({ transcriptFolders, server }: Plan, taskId: string): Promise<number | null> {
  const file = await findTranscript(transcriptFolders, server.id, taskId);
  const parsed = file ? parseTranscript(await readFile(file, 'utf8')) : null;
  return parsed && 'transcript' in parsed ? parsed.transcript.calls.length : null;
}

/** Completes the run's configuration with facts that only an episode has: about server, agent and model. */
async function noteInConfig({ config }: Run, { server, agentConfined, trajectory }: Episode): Promise<void> {
  if (server) {
    const { version, toolsSha256, tools } = server;
    const toolList = await toolListOf(tools, toolsSha256);
    const confined = leastConfined([config.server, server]);
    config.server = { ...config.server, version, toolsSha256, toolList, confined };
  }
  if (agentConfined !== null) {
    const { agent } = config;
    config.agent = { ...agent, confined: leastConfined([agent, { confined: agentConfined }]) };
  }
  Object.assign(config, withAnswer(config, trajectory.usage?.answered));
}

/** Writes a transcript: for a model always below `--out`, with `--record` also to the transcripts. */
async function record(
  { options, adapter, server, transcriptFolders }: Plan,
  episode: Episode,
  reporter: Reporter,
): Promise<void> {
  if (!episode.transcript || !episode.server) return;
  const folders = [
    ...(isOfAgent(adapter.kind) ? [path.join(options.out, 'transcripts')] : []),
    ...(options.record ? [options.transcripts ?? transcriptFolders[0] ?? ''] : []),
  ];
  for (const folder of folders) {
    const written = await writeTranscript(folder, episode.transcript, episode.plan.redact);
    if ('file' in written) await writeToolLedger(folder, server.id, episode.server);
    reporter.recorded(episode.result.taskId, written);
  }
}
