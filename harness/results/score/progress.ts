import { canonicalJson } from '../../platform/digest.ts';
import type { Result } from '../records/result.ts';
import { median } from '../statistics/statistics.ts';
import type { Trajectory } from './trajectory.ts';

/** One step, with the page's fingerprints before and after it. */
type Move = {
  tool: string;
  args: Record<string, unknown>;
  isError: boolean;
  urlBefore: string | null;
  urlAfter: string | null;
  before: string | null;
  after: string | null;
  endedAtMs: number;
  /** What the server's own progress tool reported, if the server has one. */
  stalled?: boolean | undefined;
};

type Summary = Pick<Result, 'noProgressEpisodes' | 'wandering' | 'recovery'>;

const runLength = 3;
const windowSteps = 20;

/**
 * Counts stalls and recoveries of an episode. `shortestCalls`: the number of calls of the shortest passing transcript;
 * null if there is none. Steps without an observed page are left out.
 */
export function progressOf(
  { start, steps }: Pick<Trajectory, 'start' | 'steps'>,
  shortestCalls: number | null,
): Summary {
  const progress = new Progress();
  let before = start;
  for (const { call, answer, page, endedAtMs, stalled } of steps) {
    if (!page || endedAtMs === null) continue;
    progress.add({
      tool: call.tool,
      args: call.args,
      isError: answer?.isError ?? false,
      urlBefore: before?.url ?? null,
      urlAfter: page.url,
      before: before?.fingerprint ?? null,
      after: page.fingerprint,
      endedAtMs,
      stalled,
    });
    before = page;
  }
  return progress.summary(shortestCalls);
}

/** Whether the answer of a server's progress tool reports a stall. */
export function saysStalled(text: string): boolean {
  return /\b(stalling|stuck)\b/.test(text);
}

/** Follows an episode step by step and counts stalls and recoveries by fixed rules. */
class Progress {
  noProgressEpisodes = 0;
  private repeats = 0;
  private errorRun = 0;
  private sameRun: { tool: string; length: number; startedAt: Point } | null = null;
  private steps = 0;
  private readonly recent: string[] = [];
  private trouble: Point | null = null;
  private troubles = 0;
  private readonly recoveries: Point[] = [];

  add(step: Move): void {
    this.steps += 1;
    const now = { step: this.steps, ms: step.endedAtMs };
    this.countRepeat(step);
    if (step.stalled === undefined) this.countRuns(step, now);
    else if (step.stalled) this.stall(now);
    if (step.isError) this.begin(now);
    const changed = step.urlBefore !== step.urlAfter || step.before !== step.after;
    if (this.trouble && !step.isError && changed && this.trouble.step < this.steps) this.recover(now);
  }

  summary(shortestCalls: number | null): Summary {
    const { recoveries } = this;
    return {
      noProgressEpisodes: this.noProgressEpisodes,
      wandering: {
        repeats: this.repeats,
        excessSteps: shortestCalls === null ? null : Math.max(0, this.steps - shortestCalls),
      },
      recovery: {
        errors: this.troubles,
        recovered: recoveries.length,
        medianSteps: median(recoveries.map(({ step }) => step)),
        medianMs: median(recoveries.map(({ ms }) => Math.round(ms))),
      },
    };
  }

  private countRepeat({ tool, args, before, urlBefore }: Move): void {
    const key = canonicalJson([tool, args, urlBefore, before]);
    if (before !== null && this.recent.includes(key)) this.repeats += 1;
    this.recent.push(key);
    if (this.recent.length > windowSteps) this.recent.shift();
  }

  /** A run counts once, when it reaches its length; a different call ends it and may begin another. */
  private countRuns({ tool, isError, urlBefore, urlAfter }: Move, now: Point): void {
    this.errorRun = isError ? this.errorRun + 1 : 0;
    if (this.errorRun === runLength) this.stall(now);
    if (isError || urlBefore !== urlAfter) this.sameRun = null;
    else if (this.sameRun?.tool === tool) this.sameRun.length += 1;
    else this.sameRun = { tool, length: 1, startedAt: now };
    if (this.sameRun?.length === runLength) this.stall(this.sameRun.startedAt);
  }

  private stall(since: Point): void {
    this.noProgressEpisodes += 1;
    this.begin(since);
  }

  private begin(at: Point): void {
    if (this.trouble) return;
    this.trouble = at;
    this.troubles += 1;
  }

  private recover(now: Point): void {
    if (this.trouble)
      this.recoveries.push({ step: now.step - this.trouble.step, ms: now.ms - this.trouble.ms });
    this.trouble = null;
  }
}

type Point = { step: number; ms: number };
