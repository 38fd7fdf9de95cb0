import path from 'node:path';
import type { Project } from '../project/project.ts';
import type { SkillReport, SkillRun } from '../result/skill-run.ts';
import type { LoadedConfig } from '../skills/load-config.ts';
import { skillReport } from '../skills/report.ts';
import { runSuite } from '../skills/run-suite.ts';
import { ApiError, toApiError } from './api-error.ts';
import { RunProgress } from './run-progress.ts';
import { newRunId, type RunStore } from './run-store.ts';

type RunRequest = {
  /** As the list of runs shows it. */
  configPath: string;
  deterministic: boolean;
  save: boolean;
  label: string | null;
};

type FinishedRun = {
  runId: string;
  runPath: string;
  run: SkillRun;
  report: SkillReport;
  saved: boolean;
};

type ActiveRun = {
  runId: string;
  progress: RunProgress;
  /** Rejects where the suite could not run. */
  finished: Promise<FinishedRun>;
  /** Ends the verifiers; the run so far is saved, marked incomplete. Resolves once that is done. */
  cancel(): Promise<void>;
};

/** Runs that were not saved, or could not run, are answered for this many runs longer. */
const rememberedRuns = 20;

/** The runs of this process: those that are running, and the last ones that have ended. */
export class ActiveRuns {
  private readonly store: RunStore;
  private readonly project: Project;
  private readonly active = new Map<string, ActiveRun>();
  private readonly ended = new Map<string, ActiveRun>();
  private stopping = false;

  constructor(store: RunStore, project: Project) {
    this.store = store;
    this.project = project;
  }

  start(loaded: LoadedConfig, request: RunRequest): ActiveRun {
    if (this.stopping) throw new ApiError('BENCH_STOPPING', 'the manager is being stopped');
    const runId = newRunId();
    const abort = new AbortController();
    const progress = new RunProgress(runId);
    const finished = this.play(runId, loaded, request, progress, abort.signal);
    const settled = finished.then(
      ({ run }) => progress.end(run.incomplete ? 'incomplete' : 'complete'),
      (error) => progress.end('failed', toApiError(error).body),
    );
    const cancel = () => {
      abort.abort();
      return settled;
    };
    const active = { runId, progress, finished, cancel };
    this.active.set(runId, active);
    void settled.then(() => this.retire(active));
    return active;
  }

  /** A run that is running or has ended lately. */
  find(runId: string): ActiveRun | undefined {
    return this.active.get(runId) ?? this.ended.get(runId);
  }

  running(runId: string): ActiveRun | undefined {
    return this.active.get(runId);
  }

  /** Cancels all runs and takes no more. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.active.values()].map((run) => run.cancel()));
  }

  private async play(
    runId: string,
    loaded: LoadedConfig,
    { configPath, deterministic, save, label }: RunRequest,
    progress: RunProgress,
    signal: AbortSignal,
  ): Promise<FinishedRun> {
    const run = await runSuite(loaded, {
      project: this.project,
      deterministic,
      signal,
      onProgress: (step) => progress.add(step),
    });
    if (save) await this.store.save(runId, run, { configPath, label });
    const report = skillReport(run);
    return { runId, runPath: path.resolve(this.store.pathOf(runId)), run, report, saved: save };
  }

  private retire(run: ActiveRun): void {
    this.active.delete(run.runId);
    this.ended.set(run.runId, run);
    const oldest = this.ended.keys().next().value;
    if (this.ended.size > rememberedRuns && oldest !== undefined) this.ended.delete(oldest);
  }
}
