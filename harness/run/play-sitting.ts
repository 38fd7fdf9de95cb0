import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findTranscript } from '../adapters/mock.ts';
import type { Episode } from '../episode/episode.ts';
import { playEpisode } from '../episode/play-episode.ts';
import type { Result, Run } from '../result/result.ts';
import { saveRun } from '../result/store.ts';
import { totalsOf } from '../result/totals.ts';
import { parseTranscript } from '../transcript/parse-transcript.ts';
import { writeTranscript } from '../transcript/record-transcript.ts';
import type { Redactor } from '../transcript/redact.ts';
import { Artifacts, artifactPaths, type SavedEvent } from './artifacts.ts';
import { probeProcessor } from './probe-processor.ts';
import { type Reporter, reporterFor } from './reporters/index.ts';
import type { SittingEnd } from './reporters/reporter.ts';
import { writeReports } from './reports.ts';
import { reviewOf } from './review.ts';
import { episodeKey, type PlannedRun, type Scheduled, type Sitting } from './sitting.ts';
import { writeToolLedger } from './tool-ledger.ts';

/** Plays a sitting: for each run, each episode is played, saved and reported; then the reports are written. */
export async function playSitting(
  sitting: Sitting,
  { signal, commandLine }: { signal: AbortSignal; commandLine: string },
): Promise<SittingEnd> {
  const { options } = sitting;
  const artifacts = new Artifacts(options.out, {
    alsoOneEventsFile: options.openchromeNames,
    append: options.resume !== null,
  });
  const reporter = reporterFor(options.reporter, sitting);
  reporter.start();
  if (options.probe) await markContended(sitting);
  for (const { run } of sitting.runs) await save(sitting, artifacts, run);
  for (const planned of sitting.runs) {
    if (signal.aborted || refusalOf(sitting)) break;
    await playRun(sitting, planned, artifacts, reporter, signal);
  }
  for (const { run } of sitting.runs) {
    run.artifactsSha256 = await artifacts.manifest(run);
    await save(sitting, artifacts, run);
  }
  const runs = sitting.runs.map(({ run }) => run);
  const resultsFile =
    sitting.resultsFolder && sitting.checkout.sha
      ? path.join(sitting.resultsFolder, `${sitting.checkout.sha}.json`)
      : null;
  const outcome = { runs, interrupted: signal.aborted, refused: refusalOf(sitting), resultsFile };
  await writeReports(sitting, artifacts, outcome, commandLine);
  reporter.end(outcome);
  return outcome;
}

/** Before the first browser, while nothing of ours runs. */
async function markContended({ runs }: Sitting): Promise<void> {
  const found = await probeProcessor();
  for (const { run } of runs) {
    // What was played before a run was cut short stays marked.
    const contended = found || run.environment.contended === true;
    run.environment = { ...run.environment, contended };
  }
}

async function playRun(
  sitting: Sitting,
  planned: PlannedRun,
  artifacts: Artifacts,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const { run, order } = planned;
  const queue = [...planned.scheduled];
  const position = ({ taskId, trial }: Result) => order.indexOf(episodeKey(taskId, trial));
  const before = run.durationMs;
  const startedAt = performance.now();
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted && !refusalOf(sitting); next = queue.shift()) {
      const result = await playScheduled(sitting, run, next, artifacts, reporter, signal);
      if (!result) return;
      run.episodes = [...run.episodes, result].sort((a, b) => position(a) - position(b));
      run.durationMs = before + Math.round(performance.now() - startedAt);
      run.totals = totalsOf(run.episodes);
      await save(sitting, artifacts, run);
      reporter.episodeEnd(run, result);
    }
  };
  await Promise.all(Array.from({ length: run.config.workers }, work));
  run.complete = run.episodes.length === order.length;
}

function refusalOf({ adapter }: Sitting): string | null {
  return adapter.spending?.refusal() ?? null;
}

/** Null where the sitting was interrupted: an episode that was cut short is no result. */
async function playScheduled(
  sitting: Sitting,
  run: Run,
  { file, trial }: Scheduled,
  artifacts: Artifacts,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<Result | null> {
  const { options, adapter, server, chromium, web, screenshotClasses } = sitting;
  const redact = sitting.redactor();
  const { task } = file;
  // What a model did is kept whole: there may be no second time.
  const isReviewed = options.record || adapter.kind === 'model';
  reporter.episodeStart(run, task.id, trial);
  const events: SavedEvent[] = [];
  const episode = await playEpisode({
    id: `${run.runId}.${task.id}.${trial}`,
    task,
    trial,
    skill: sitting.skill,
    adapter,
    server,
    chromium,
    web,
    limits: {
      maxSteps: Math.min(task.maxSteps, options.maxSteps ?? task.maxSteps),
      maxDurationMs: Math.min(task.maxDurationMs, options.maxDurationMs ?? task.maxDurationMs),
    },
    screenshotClasses,
    shortestCalls: await shortestCalls(sitting, task.id),
    artifacts: artifactPaths(run.runId, task.id, trial),
    emit: (event) => {
      if (isReviewed) events.push(event);
      artifacts.event(run.runId, task.id, trial, event);
      reporter.event(run, task.id, trial, event);
    },
    redact,
    signal,
  });
  // What was said before the harness knew it for a password.
  if (redact.learned()) artifacts.redactEvents(run.runId, task.id, trial, redact);
  if (signal.aborted) return null;
  if (episode.server) {
    const { version, toolsSha256 } = episode.server;
    run.config.server = { ...run.config.server, version, toolsSha256 };
  }
  if (isReviewed) {
    const name = trial === 1 ? task.id : `${task.id}.${trial}`;
    artifacts.write(`${name}.review.md`, redact(reviewOf(episode, task.goal, redact(events))));
    await record(sitting, episode, redact, reporter);
  }
  return artifacts.episode(run, episode, redact);
}

/** A model's transcript always goes under `--out`; with `--record` one goes to the transcripts too. */
async function record(
  { options, adapter, server, transcriptFolders }: Sitting,
  episode: Episode,
  redact: Redactor,
  reporter: Reporter,
): Promise<void> {
  if (!episode.transcript || !episode.server) return;
  const folders = [
    ...(adapter.kind === 'model' ? [path.join(options.out, 'transcripts')] : []),
    ...(options.record ? [options.transcripts ?? transcriptFolders[0] ?? ''] : []),
  ];
  for (const folder of folders) {
    const written = await writeTranscript(folder, episode.transcript, redact);
    if ('file' in written) await writeToolLedger(folder, server.id, episode.server);
    reporter.recorded(episode.result.taskId, written);
  }
}

async function shortestCalls({ transcriptFolders, server }: Sitting, taskId: string): Promise<number | null> {
  const file = await findTranscript(transcriptFolders, server.id, taskId);
  const parsed = file ? parseTranscript(await readFile(file, 'utf8')) : null;
  return parsed && 'transcript' in parsed ? parsed.transcript.calls.length : null;
}

async function save({ resultsFolder, checkout }: Sitting, artifacts: Artifacts, run: Run): Promise<void> {
  artifacts.write(`${run.runId}.json`, `${JSON.stringify(run, null, 2)}\n`);
  if (resultsFolder && checkout.sha) await saveRun(resultsFolder, checkout.sha, checkout.commit, run);
}
