import type { Run } from '../../results/records/result.ts';
import { byStart, outcomesOf } from '../../results/records/run-facts.ts';
import { type Relation, relationOf } from '../../results/standings/relation.ts';
import { median } from '../../results/statistics/statistics.ts';
import type { GateFailure, GateRun } from './judge-gate.ts';

/** A run compared with the base's run of the same comparability key, server and adapter. */
export type GateComparison = {
  suite: string;
  run: Run;
  base: GateRun;
  outcomes: Relation;
  times: TimesCompared;
};

type TimesCompared = {
  medianMs: number | null;
  baseMedianMs: number | null;
  /** The median over the tasks of time now / time then; null if unknown. */
  slowdown: number | null;
  /** Why the times are not comparable; null if they are. */
  notComparable: string | null;
};

/** Null if the base has no complete run of the same key, or if `run` is incomplete. */
export function compareWithBase(run: Run, bases: readonly GateRun[]): GateComparison | null {
  const base = bases
    .filter((each) => isComparable(run, each.run))
    .sort((a, b) => byStart(a.run, b.run))
    .at(-1);
  if (!base || !isWhole(run)) return null;
  return {
    suite: run.suite,
    run,
    base,
    outcomes: relationOf(outcomesOf(run), outcomesOf(base.run)),
    times: {
      medianMs: run.totals.medianDurationMs,
      baseMedianMs: base.run.totals.medianDurationMs,
      slowdown: slowdownOf(run, base.run),
      notComparable: whyTimesDiffer(run, base.run),
    },
  };
}

/** A failure if the times are comparable and the tasks took more than `most` times as long. */
export function slowdownFailures(
  { suite, base, times }: GateComparison,
  most: number,
  file: string,
): GateFailure[] {
  const { slowdown, notComparable } = times;
  if (slowdown === null || notComparable !== null || slowdown <= most) return [];
  const what = `${suite}: ${slowdown.toFixed(2)} times the time of run ${base.run.runId}; --max-slowdown is ${most}`;
  return [{ file, task: null, title: `${suite} is slower`, what }];
}

function isWhole({ complete, config }: Run): boolean {
  return complete && config.partial === undefined;
}

function isComparable(run: Run, base: Run): boolean {
  return (
    isWhole(base) &&
    base.runId !== run.runId &&
    base.config.comparabilityKey === run.config.comparabilityKey &&
    base.config.server.id === run.config.server.id &&
    base.config.adapter === run.config.adapter &&
    sameTrials(run, base)
  );
}

/** Runs of one key have the same tasks and trials, unless a file was tampered with. */
function sameTrials(run: Run, base: Run): boolean {
  const named = (each: Run) =>
    outcomesOf(each)
      .map(({ taskId, total }) => `${taskId} ${total}`)
      .join();
  return named(run) === named(base) && outcomesOf(run).every(({ total }) => total === run.config.trials);
}

function slowdownOf(run: Run, base: Run): number | null {
  const timesOf = ({ episodes }: Run) =>
    new Map(episodes.map(({ taskId, trial, durationMs }) => [`${taskId} ${trial}`, durationMs]));
  const then = timesOf(base);
  const ratios = [...timesOf(run)].flatMap(([key, now]) => {
    const before = then.get(key) ?? 0;
    return before > 0 ? [now / before] : [];
  });
  return median(ratios);
}

function whyTimesDiffer(run: Run, base: Run): string | null {
  if (run.environment.cpu !== base.environment.cpu || run.environment.cpuCount !== base.environment.cpuCount)
    return 'another processor';
  if (run.config.workers !== base.config.workers) return 'another number of workers';
  if (run.environment.contended || base.environment.contended) return 'a contended machine';
  return null;
}
