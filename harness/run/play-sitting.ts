import path from 'node:path';
import type { Result, Run } from '../result/result.ts';
import { saveRun } from '../result/store.ts';
import { totalsOf } from '../result/totals.ts';
import { Artifacts } from './artifacts.ts';
import { playScheduled } from './play-scheduled.ts';
import { probeProcessor } from './probe-processor.ts';
import { type Reporter, reporterFor } from './reporters/index.ts';
import type { SittingEnd } from './reporters/reporter.ts';
import { writeReports } from './reports.ts';
import { episodeKey, type PlannedRun, type Sitting } from './sitting.ts';

/** Plays a sitting: for each run, each episode is played, saved and reported; then the reports are written. */
export async function playSitting(
  sitting: Sitting,
  {
    signal,
    commandLine,
    playEpisodes = playHere,
  }: { signal: AbortSignal; commandLine: string; playEpisodes?: EpisodePlayer },
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
    await playRun(sitting, planned, artifacts, reporter, { signal, playEpisodes });
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
  { signal, playEpisodes }: { signal: AbortSignal; playEpisodes: EpisodePlayer },
): Promise<void> {
  const { run, order } = planned;
  const position = ({ taskId, trial }: Result) => order.indexOf(episodeKey(taskId, trial));
  const before = run.durationMs;
  const startedAt = performance.now();
  const add = async (result: Result) => {
    run.episodes = [...run.episodes, result].sort((a, b) => position(a) - position(b));
    run.durationMs = before + Math.round(performance.now() - startedAt);
    run.totals = totalsOf(run.episodes);
    await save(sitting, artifacts, run);
    reporter.episodeEnd(run, result);
  };
  await playEpisodes({ sitting, planned, artifacts, reporter, signal, add });
  run.complete = run.episodes.length === order.length;
}

/** Plays the scheduled episodes of one run, and adds each result as it lands. */
export type EpisodePlayer = (stage: {
  sitting: Sitting;
  planned: PlannedRun;
  artifacts: Artifacts;
  reporter: Reporter;
  signal: AbortSignal;
  add(result: Result): Promise<void>;
}) => Promise<void>;

/** In this process, as many side by side as the run has workers. */
const playHere: EpisodePlayer = async ({ sitting, planned, artifacts, reporter, signal, add }) => {
  const { run } = planned;
  const queue = [...planned.scheduled];
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted && !refusalOf(sitting); next = queue.shift()) {
      const result = await playScheduled(sitting, run, next, artifacts, reporter, signal);
      if (!result) return;
      await add(result);
    }
  };
  await Promise.all(Array.from({ length: run.config.workers }, work));
};

function refusalOf({ adapter }: Sitting): string | null {
  return adapter.spending?.refusal() ?? null;
}

async function save({ resultsFolder, checkout }: Sitting, artifacts: Artifacts, run: Run): Promise<void> {
  artifacts.write(`${run.runId}.json`, `${JSON.stringify(run, null, 2)}\n`);
  if (resultsFolder && checkout.sha) await saveRun(resultsFolder, checkout.sha, checkout.commit, run);
}
