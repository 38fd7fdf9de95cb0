import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findTranscript } from '../adapters/mock.ts';
import { playEpisode } from '../episode/play-episode.ts';
import type { Result, Run } from '../result/result.ts';
import { saveRun } from '../result/store.ts';
import { totalsOf } from '../result/totals.ts';
import { parseTranscript } from '../transcript/parse-transcript.ts';
import { writeTranscript } from '../transcript/record-transcript.ts';
import { Artifacts, artifactPaths } from './artifacts.ts';
import { type Reporter, reporterFor } from './reporters/index.ts';
import { writeReports } from './reports.ts';
import { episodeKey, type PlannedRun, type Scheduled, type Sitting } from './sitting.ts';
import { writeToolLedger } from './tool-ledger.ts';

export type SittingOutcome = { runs: Run[]; interrupted: boolean; resultsFile: string | null };

/** Plays a sitting: for each run, each episode is played, saved and reported; then the reports are written. */
export async function playSitting(
  sitting: Sitting,
  { signal, commandLine }: { signal: AbortSignal; commandLine: string },
): Promise<SittingOutcome> {
  const { options } = sitting;
  const artifacts = new Artifacts(options.out, {
    alsoOneEventsFile: options.openchromeNames,
    append: options.resume !== null,
  });
  const reporter = reporterFor(options.reporter, sitting);
  reporter.start();
  for (const { run } of sitting.runs) await save(sitting, artifacts, run);
  for (const planned of sitting.runs) {
    if (signal.aborted) break;
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
  const outcome = { runs, interrupted: signal.aborted, resultsFile };
  await writeReports(sitting, artifacts, outcome, commandLine);
  reporter.end(outcome);
  return outcome;
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
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
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
  run.complete = !signal.aborted;
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
  const { options, adapter, server, chromium, web, screenshotClasses, redact } = sitting;
  const { task } = file;
  reporter.episodeStart(run, task.id, trial);
  const episode = await playEpisode({
    id: `${run.runId}.${task.id}.${trial}`,
    task,
    trial,
    adapter,
    server,
    chromium,
    web,
    limits: {
      maxSteps: Math.min(task.maxSteps, options.maxSteps ?? task.maxSteps),
      maxDurationMs: task.maxDurationMs,
    },
    screenshotClasses,
    shortestCalls: await shortestCalls(sitting, task.id),
    artifacts: artifactPaths(run.runId, task.id, trial),
    emit: (event) => {
      artifacts.event(run.runId, task.id, trial, event);
      reporter.event(run, task.id, trial, event);
    },
    redact,
    signal,
  });
  if (signal.aborted) return null;
  if (episode.server) {
    const { version, toolsSha256 } = episode.server;
    run.config.server = { ...run.config.server, version, toolsSha256 };
  }
  if (options.record && episode.transcript) {
    const folder = options.transcripts ?? sitting.transcriptFolders[0] ?? '';
    const written = await writeTranscript(folder, episode.transcript, redact);
    if ('file' in written && episode.server) await writeToolLedger(folder, server.id, episode.server);
    reporter.recorded(task.id, written);
  }
  return artifacts.episode(run, episode, redact);
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
