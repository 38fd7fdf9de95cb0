import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import type { OutcomeStrip, SiteHistory } from '../../harness/publish/board/read-site-history.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { TaskFile } from '../../harness/task/read-tasks.ts';
import type { Suite } from '../../harness/task/suite.ts';

type Past = Pick<SiteHistory, 'standings' | 'outcomes'>;

/**
 * A task with its contract, and its results for each row of the leaderboard, oldest first. `limits` are the limits of its
 * suite's edition, which apply to runs; `own` are those of the task.
 */
export function taskRecord(
  { task, suite, taskSha256 }: TaskFile,
  edition: Pick<Suite, 'limits'> | undefined,
  past: Past,
  stamp: Stamp,
) {
  const { success, maxSteps, maxDurationMs, maxUsd, ...spec } = task;
  const own = { maxSteps, maxDurationMs, maxUsd };
  return {
    schema: 'contract-bench.task.v1',
    ...stamp,
    ...spec,
    suite,
    taskSha256,
    limits: edition?.limits.hermetic ?? own,
    own,
    contract: success,
    history: historyOf(task.id, past),
  };
}

/** One line per episode. `leaderboard.csv` has the facts about a row. */
export function taskCsv(taskId: string, past: Past, stamp: Stamp): string {
  return csv(
    columns,
    historyOf(taskId, past).flatMap(({ runs, standingId }) =>
      runs.flatMap(({ outcomes, ...run }) =>
        outcomes.map((outcome) => ({ taskId, standingId, run, outcome })),
      ),
    ),
    stamp,
  );
}

type TaskHistory = ReturnType<typeof rowHistory>;
type TaskRun = TaskHistory['runs'][number];
type Line = {
  taskId: string;
  standingId: string;
  run: Omit<TaskRun, 'outcomes'>;
  outcome: TaskRun['outcomes'][number];
};

function historyOf(taskId: string, { standings, outcomes }: Past): TaskHistory[] {
  const strips = new Map((outcomes.get(taskId) ?? []).map((strip) => [strip.standingId, strip]));
  return standings.flatMap((group) =>
    group.rows.flatMap((row) => {
      const strip = strips.get(row.id);
      return strip ? [rowHistory(group, row, strip)] : [];
    }),
  );
}

function rowHistory(group: StandingGroup, row: StandingGroup['rows'][number], { points }: OutcomeStrip) {
  const { comparabilityKey, superseded, kind, web, trials } = group;
  const { id, adapter, model, endpoint, server } = row;
  const compared = { standingId: id, adapter, model, endpoint, server };
  const runs = [...Map.groupBy(points, ({ runId }) => runId).values()].flatMap((episodes) => {
    const [first] = episodes;
    if (!first) return [];
    const { sha, date, runId, startedAt, isOfProject } = first;
    const outcomes = episodes.map(({ trial, status, durationMs, failed }) => ({
      ...{ trial, status, durationMs, failed },
    }));
    return [{ sha, date, runId, startedAt, isOfProject, outcomes }];
  });
  return { comparabilityKey, superseded, kind, web, trials, ...compared, runs };
}

const columns: Columns<Line> = {
  taskId: ({ taskId }) => taskId,
  standingId: ({ standingId }) => standingId,
  sha: ({ run }) => run.sha,
  runId: ({ run }) => run.runId,
  trial: ({ outcome }) => outcome.trial,
  status: ({ outcome }) => outcome.status,
  durationMs: ({ outcome }) => outcome.durationMs,
  failed: ({ outcome }) => outcome.failed,
};
