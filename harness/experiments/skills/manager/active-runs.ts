import path from 'node:path';
import type { SkillReport, SkillRun } from '../../../results/records/skill-run.ts';
import { skillReport } from '../report.ts';
import { runSuite, type SuiteProgress } from '../run-suite.ts';
import type { LoadedConfig, SuiteSetup } from '../skill-config.ts';
import { ApiError, type ErrorBody, toApiError } from './api-error.ts';
import { type IndexEntry, newRunId, type RunStore } from './run-store.ts';

type RunRequest = {
  /** The path in the list of runs. */
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
  /** Why a run was not saved although it should have been; null if it was saved or saving was not requested. */
  notSaved: string | null;
};

type ActiveRun = {
  runId: string;
  about: Pick<RunRequest, 'configPath' | 'label'>;
  progress: RunProgress;
  /** Rejects if the suite could not run. */
  finished: Promise<FinishedRun>;
  /**
   * Ends the verifiers; the run so far is saved, marked incomplete. A run that still waits saves nothing and ends with `why`.
   * Resolves when that is done.
   */
  cancel(why?: ApiError): Promise<void>;
};

/** A running or waiting run in the list of runs. */
export type ListedRun = Pick<IndexEntry, 'runId' | 'configPath' | 'label'> & {
  /** How many runs begin before it; null if it has begun. */
  before: number | null;
};

/** Runs without a saved record are remembered until this many later runs have ended. */
const rememberedRuns = 20;

/** Each waiting run holds a request open; with this many, a new request is better rejected at once. */
const mostWaiting = 50;

/** Why a run must not be saved in the folder of runs; null if it may. */
type WhyNotSaved = (run: SkillRun) => string | null;

type ActiveRunsOptions = {
  store: RunStore;
  setup: SuiteSetup;
  whyNotSaved: WhyNotSaved;
  /** Maximum number of suites at the same time. */
  atOnce: number;
};

/** The runs of this process: running, waiting, and recently ended. */
export class ActiveRuns {
  private readonly store: RunStore;
  private readonly setup: SuiteSetup;
  private readonly whyNotSaved: WhyNotSaved;
  private readonly active = new Map<string, ActiveRun>();
  private readonly ended = new Map<string, ActiveRun>();
  private readonly turns: Turns;
  private stopping = false;

  constructor({ store, setup, whyNotSaved, atOnce }: ActiveRunsOptions) {
    this.store = store;
    this.setup = setup;
    this.whyNotSaved = whyNotSaved;
    this.turns = new Turns(atOnce);
  }

  start(loaded: LoadedConfig, request: RunRequest): ActiveRun {
    if (this.stopping) throw new ApiError('BENCH_STOPPING', 'the manager is being stopped');
    if (this.turns.waiting >= mostWaiting)
      throw new ApiError(
        'BENCH_TOO_MANY_WAITING',
        `${mostWaiting} runs are already waiting; try again when one of them has begun`,
      );
    const runId = newRunId();
    const abort = new AbortController();
    const progress = new RunProgress(runId);
    const finished = this.play(runId, loaded, request, progress, abort.signal);
    const settled = finished.then(
      ({ run, notSaved }) =>
        progress.end(run.incomplete ? 'incomplete' : 'complete', notSaved === null ? {} : { notSaved }),
      (error) => {
        const { body } = toApiError(error);
        progress.end(error === abort.signal.reason ? 'cancelled' : 'failed', { error: body });
      },
    );
    const cancel = (why = new ApiError('BENCH_CANCELLED', 'the run was cancelled before it began')) => {
      abort.abort(why);
      return settled;
    };
    const { configPath, label } = request;
    const active = { runId, about: { configPath, label }, progress, finished, cancel };
    this.active.set(runId, active);
    void settled.then(() => this.retire(active));
    return active;
  }

  /** A running or recently ended run. */
  find(runId: string): ActiveRun | undefined {
    return this.active.get(runId) ?? this.ended.get(runId);
  }

  running(runId: string): ActiveRun | undefined {
    return this.active.get(runId);
  }

  /** In the order of their requests; runs that have begun come first. */
  list(): ListedRun[] {
    return [...this.active.values()]
      .map(({ runId, about, progress }) => ({ runId, ...about, before: progress.before }))
      .sort((a, b) => (a.before ?? -1) - (b.before ?? -1));
  }

  /** Cancels all runs and accepts no more. Returns the runs that never began; nothing of them is saved. */
  async stop(): Promise<ListedRun[]> {
    this.stopping = true;
    const waiting = this.list().filter(({ before }) => before !== null);
    const why = new ApiError('BENCH_STOPPING', 'the manager was stopped before the run began');
    // Waiting runs first: none of them may begin because another one ended.
    const lastFirst = [...this.active.values()].reverse();
    await Promise.all(lastFirst.map((run) => run.cancel(why)));
    return waiting;
  }

  private async play(
    runId: string,
    loaded: LoadedConfig,
    { configPath, deterministic, save, label }: RunRequest,
    progress: RunProgress,
    signal: AbortSignal,
  ): Promise<FinishedRun> {
    const giveBack = await this.turns.take(signal, (before) => progress.wait(before));
    progress.begin();
    try {
      const run = await runSuite(loaded, {
        ...this.setup,
        deterministic: deterministic || loaded.config.execution.deterministic,
        signal,
        onProgress: (step) => progress.add(step),
      });
      const notSaved = save ? this.whyNotSaved(run) : null;
      const saved = save && notSaved === null;
      if (saved) await this.store.save(runId, run, { configPath, label });
      const report = skillReport(run);
      return { runId, runPath: path.resolve(this.store.pathOf(runId)), run, report, saved, notSaved };
    } finally {
      giveBack();
    }
  }

  private retire(run: ActiveRun): void {
    this.active.delete(run.runId);
    this.ended.set(run.runId, run);
    const oldest = this.ended.keys().next().value;
    if (this.ended.size > rememberedRuns && oldest !== undefined) this.ended.delete(oldest);
  }
}

type Waiting = { begin(): void; moved(before: number): void };

/** Limits the turns at the same time; the others wait in the order of their requests. */
export class Turns {
  private readonly atOnce: number;
  private readonly line: Waiting[] = [];
  private taken = 0;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  get waiting(): number {
    return this.line.length;
  }

  /**
   * Resolves when the turn begins, with a function that ends it. `moved` gets the number of earlier waiters after each change;
   * it is not called without waiting. Rejects with the reason of `signal` if that aborts first.
   */
  async take(signal: AbortSignal, moved: Waiting['moved']): Promise<() => void> {
    signal.throwIfAborted();
    if (this.taken < this.atOnce) this.taken += 1;
    else await this.wait(signal, moved);
    return () => this.next();
  }

  private wait(signal: AbortSignal, moved: Waiting['moved']): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = this.line.indexOf(waiting);
      this.line.splice(at, 1);
      this.tellFrom(at);
      reject(signal.reason);
    };
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const waiting = { begin, moved };
    signal.addEventListener('abort', leave, { once: true });
    this.line.push(waiting);
    this.tellFrom(this.line.length - 1);
    return promise;
  }

  /** The next waiter takes over the turn directly, so that no other can take it in between. */
  private next(): void {
    const first = this.line.shift();
    if (!first) this.taken -= 1;
    first?.begin();
    this.tellFrom(0);
  }

  private tellFrom(first: number): void {
    for (const [at, { moved }] of this.line.entries()) if (at >= first) moved(at);
  }
}

/** `cancelled`: before it began, so that it has no results. */
type RunStatus = 'complete' | 'incomplete' | 'cancelled' | 'failed';

export type RunEvent =
  /** It waits, and this many runs begin before it. */
  | { event: 'waiting'; data: { before: number } }
  | { event: 'progress'; data: SuiteProgress }
  | { event: 'end'; data: { runId: string; status: RunStatus } & EndWords };

type EndWords = { error?: ErrorBody; notSaved?: string };

/** All events of a run so far, for any number of listeners, however late they start. */
class RunProgress {
  private readonly runId: string;
  private readonly past: RunEvent[] = [];
  private next = Promise.withResolvers<void>();
  /** How many runs begin before it; null if it does not wait. */
  before: number | null = null;

  constructor(runId: string) {
    this.runId = runId;
  }

  wait(before: number): void {
    this.before = before;
    this.push({ event: 'waiting', data: { before } });
  }

  begin(): void {
    this.before = null;
  }

  add(progress: SuiteProgress): void {
    this.push({ event: 'progress', data: progress });
  }

  end(status: RunStatus, words: EndWords): void {
    this.push({ event: 'end', data: { runId: this.runId, status, ...words } });
  }

  /** All events from the first to the end of the run. */
  async *events(): AsyncGenerator<RunEvent> {
    for (let seen = 0; ; ) {
      const next = this.next.promise;
      for (const event of this.past.slice(seen)) {
        seen += 1;
        yield event;
        if (event.event === 'end') return;
      }
      if (seen === this.past.length) await next;
    }
  }

  private push(event: RunEvent): void {
    this.past.push(event);
    this.next.resolve();
    this.next = Promise.withResolvers();
  }
}

/** The events of a run that ended before this process listened. */
export async function* eventsOf(runId: string, run: SkillRun): AsyncGenerator<RunEvent> {
  const total =
    run.conditions.length * run.tasks.length * Math.max(1, ...run.results.map(({ trial = 1 }) => trial));
  for (const [index, result] of run.results.entries())
    yield { event: 'progress', data: { done: index + 1, total, result } };
  yield { event: 'end', data: { runId, status: run.incomplete ? 'incomplete' : 'complete' } };
}
