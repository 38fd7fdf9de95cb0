import path from 'node:path';
import { diskFault } from '../platform/errors/disk-fault.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { claimFolder } from '../platform/files/claim.ts';
import { decimal } from '../platform/words/columns.ts';
import { withAnsweredModel } from '../results/records/comparability-key.ts';
import { joinedNoise } from '../results/records/merge-shards.ts';
import type { Result, Run } from '../results/records/result.ts';
import { hasActed, totalsOf } from '../results/records/run-facts.ts';
import { saveRun } from '../results/store/save-run.ts';
import { Artifacts } from './artifacts.ts';
import { episodeKey, type Plan, type PlannedRun } from './plan.ts';
import { limitsOf } from './plan-runs.ts';
import { playPlannedEpisode } from './play-planned-episode.ts';
import { NoiseWatch, probeProcessor } from './probe-processor.ts';
import { type Reporter, reporterFor } from './reporters/index.ts';
import type { RunsEnd } from './reporters/reporter.ts';
import { resumeCommand } from './reporters/same-command.ts';
import { writeReports } from './reports/reports.ts';

type Means = {
  signal: AbortSignal;
  commandLine: string;
  playEpisodes?: EpisodePlayer;
  /** Delays an episode until a slot is free, if several plans are played in parallel. */
  slot?: Slot;
};

export type Slot = <T>(play: () => Promise<T>) => Promise<T>;

/**
 * Plays a plan into its folder, which no other process may use meanwhile. Throws `UserError` if another process uses
 * it.
 */
export async function playPlan(plan: Plan, means: Means): Promise<RunsEnd> {
  using _claim = await claimOut(plan.options.out);
  try {
    return await playInto(plan, means);
  } catch (error) {
    const fault = diskFault(error);
    if (fault === null) throw error;
    const again = resumeCommand(
      plan.options,
      plan.runs.map(({ run }) => run),
    );
    throw new UserError(
      `${fault}\nthe run stopped. After you fix this fault, continue the run with: ${again}`,
    );
  }
}

async function claimOut(out: string): Promise<Disposable> {
  const claim = await claimFolder(out).catch((error: unknown) => {
    const fault = diskFault(error);
    throw fault === null ? error : new UserError(`--out ${out}: ${fault}`);
  });
  if (!('heldBy' in claim)) return claim;
  const { pid, host } = claim.heldBy;
  throw new UserError(
    `--out ${out}: process ${pid} on ${host} is writing to this folder; wait for that process, or choose another folder with --out`,
  );
}

/** Plays the runs of a plan: plays, saves and reports each episode, then writes the reports. */
async function playInto(
  plan: Plan,
  { signal, commandLine, playEpisodes = playHere, slot = (play) => play() }: Means,
): Promise<RunsEnd> {
  const { options } = plan;
  const artifacts = new Artifacts(options.out, {
    alsoOneEventsFile: options.openchromeNames,
    append: options.resume !== null,
  });
  const notRecorded = new Set<string>();
  const listener = reporterFor(options.reporter, plan);
  const reporter: Reporter = {
    ...listener,
    recorded: (taskId, written) => {
      if (options.record && 'refused' in written) notRecorded.add(taskId);
      listener.recorded(taskId, written);
    },
  };
  const interrupted = () => reporter.interrupted();
  signal.addEventListener('abort', interrupted, { once: true });
  reporter.start();
  using noise = options.probe ? new NoiseWatch(await markContended(plan)) : null;
  for (const { run } of plan.runs) {
    // A resumed run keeps its first command line.
    run.commandLine ??= commandLine;
    await save(plan, artifacts, run);
  }
  const total = new TotalBudget(options.maxUsdTotal, spentUsd(plan));
  for (const planned of plan.runs) {
    if (signal.aborted || refusalOf(plan) || total.refusal || neverStarts(plan)) break;
    await playRun(plan, planned, artifacts, reporter, { signal, total, slot, playEpisodes });
    if (noise) planned.run.noise = joinedNoise([planned.run.noise, noise.take()]);
  }
  for (const { run } of plan.runs) {
    run.artifactsSha256 = await artifacts.manifest(run);
    if (plan.resultsFolder && plan.checkout.sha && hasActed(run))
      artifacts.keepBeside(plan.resultsFolder, run);
    await save(plan, artifacts, run);
  }
  const runs = plan.runs.map(({ run }) => withAnsweredModel(run));
  const resultsFile =
    plan.resultsFolder && plan.checkout.sha
      ? path.join(plan.resultsFolder, `${plan.checkout.sha}.json`)
      : null;
  const outcome = {
    runs,
    // An interruption after the last episode does not count.
    interrupted: signal.aborted && runs.some(({ complete }) => !complete),
    // The message of an API can repeat what it was sent, including a key.
    refused: plan.redactKeys(refusalOf(plan) ?? total.refusal ?? neverStarts(plan), 'free'),
    resultsFile,
    notRecorded: [...notRecorded],
  };
  signal.removeEventListener('abort', interrupted);
  await writeReports(plan, artifacts, outcome, commandLine);
  reporter.end(outcome);
  return outcome;
}

/** Measures before the first browser starts. Returns the time of one piece of work, in milliseconds. */
async function markContended({ runs }: Plan): Promise<number> {
  const { contended: found, medianMs } = await probeProcessor();
  for (const { run } of runs) {
    // A resumed run stays marked if its first part was.
    const contended = found || run.environment.contended === true;
    run.environment = { ...run.environment, contended };
  }
  return medianMs;
}

async function playRun(
  plan: Plan,
  planned: PlannedRun,
  artifacts: Artifacts,
  reporter: Reporter,
  {
    playEpisodes,
    ...means
  }: { signal: AbortSignal; total: TotalBudget; slot: Slot; playEpisodes: EpisodePlayer },
): Promise<void> {
  const { run, order } = planned;
  const position = ({ taskId, trial }: Result) => order.indexOf(episodeKey(taskId, trial));
  const before = run.durationMs;
  const startedAt = performance.now();
  const add = async (result: Result) => {
    run.episodes = [...run.episodes, result].sort((a, b) => position(a) - position(b));
    run.durationMs = before + Math.round(performance.now() - startedAt);
    run.totals = totalsOf(run.episodes);
    await save(plan, artifacts, run);
    reporter.episodeEnd(run, result);
  };
  await playEpisodes({ plan, planned, artifacts, reporter, ...means, add });
  run.complete = run.episodes.length === order.length;
}

/** Plays the scheduled episodes of one run, and adds each result as it arrives. */
export type EpisodePlayer = (stage: {
  plan: Plan;
  planned: PlannedRun;
  artifacts: Artifacts;
  reporter: Reporter;
  signal: AbortSignal;
  total: TotalBudget;
  slot: Slot;
  add(result: Result): Promise<void>;
}) => Promise<void>;

/** Plays in this process, with the run's number of workers in parallel. */
const playHere: EpisodePlayer = async ({ plan, planned, artifacts, reporter, signal, total, slot, add }) => {
  const { run } = planned;
  const queue = [...planned.scheduled];
  const work = async () => {
    const goesOn = () => !signal.aborted && !refusalOf(plan) && !neverStarts(plan);
    for (let next = queue.shift(); next && goesOn(); next = queue.shift()) {
      const mayCost = plan.adapter.spending?.capUsd({ ...next.file.task, ...limitsOf(plan, next.file) }) ?? 0;
      if (!total.begin(mayCost)) return;
      const episode = next;
      const result = await slot(async () =>
        goesOn() ? playPlannedEpisode(episode, { plan, run, artifacts, reporter, signal }) : null,
      );
      if (!result) return;
      total.end(mayCost, result);
      await add(result);
    }
  };
  await Promise.all(Array.from({ length: run.config.workers }, work));
};

function refusalOf({ adapter }: Plan): string | null {
  return adapter.spending?.refusal() ?? null;
}

/** If browser or server fails before the first call in this many episodes, the rest would fail too. */
const startsTried = 2;

/** Why no further episode starts: the server has never answered in this run. Null if episodes may start. */
function neverStarts({ runs, server }: Plan): string | null {
  const episodes = runs.flatMap(({ run }) => run.episodes);
  const isSeen = runs.some(({ run }) => run.config.server.toolsSha256 !== null);
  if (isSeen || episodes.length < startsTried) return null;
  if (runs.every(({ order, run }) => run.episodes.length >= order.length)) return null;
  if (!episodes.every(({ status }) => status === 'tool_error')) return null;
  return `${server.id} did not start in any of ${episodes.length} episodes: ${episodes[0]?.error ?? 'the reason is unknown'}`;
}

/** The cost of the warm-up requests, and of the episodes that a resumed run already has. */
export function spentUsd({ runs }: Pick<Plan, 'runs'>): number {
  return runs.reduce((sum, { run: { warmUp, config, episodes } }) => {
    // The proxy holds a request to the limit of an episode.
    const tested = warmUp === undefined ? 0 : (warmUp.usd ?? config.limits.maxUsd ?? 0);
    return sum + tested + episodes.reduce((all, { usd }) => all + (usd ?? 0), 0);
  }, 0);
}

async function save({ resultsFolder, checkout }: Plan, artifacts: Artifacts, run: Run): Promise<void> {
  artifacts.write(`${run.runId}.json`, `${JSON.stringify(run, null, 2)}\n`);
  if (resultsFolder && checkout.sha && hasActed(run))
    await saveRun(resultsFolder, checkout.sha, checkout.commit, run);
}

/** The budget of a whole run. An episode begins only if its maximum cost still fits. */
export class TotalBudget {
  /** Why no further episode begins; set once an episode did not fit. */
  refusal: string | null = null;
  private readonly capUsd: number | null;
  private countedUsd: number;

  /** `spentUsd`: the cost of episodes from an earlier part of a resumed run. */
  constructor(capUsd: number | null, spentUsd: number) {
    this.capUsd = capUsd;
    this.countedUsd = spentUsd;
  }

  /** Reserves the maximum cost of an episode; false if it does not fit. */
  begin(mayCostUsd: number): boolean {
    if (this.capUsd !== null && this.countedUsd + mayCostUsd > this.capUsd + 1e-9) {
      this.refusal = `--max-usd-total ${decimal(this.capUsd)}: ${decimal(this.countedUsd)} USD are spent or reserved, and the next episode may cost ${decimal(mayCostUsd)}`;
      return false;
    }
    this.countedUsd += mayCostUsd;
    return true;
  }

  /**
   * Replaces the reserved cost by the actual cost. Keeps the reserved cost if the actual cost is unknown or a lower
   * bound.
   */
  end(
    mayCostUsd: number,
    { usd, costIsLowerBound }: { usd: number | null; costIsLowerBound?: true | undefined },
  ): void {
    if (usd === null || (costIsLowerBound && usd < mayCostUsd)) return;
    this.countedUsd += usd - mayCostUsd;
  }
}
