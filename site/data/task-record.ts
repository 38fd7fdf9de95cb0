import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import type { OutcomeStrip, SiteHistory } from '../../harness/publish/board/read-site-history.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { TaskFile } from '../../harness/task/read-tasks.ts';
import type { Suite } from '../../harness/task/suite.ts';

type Past = Pick<SiteHistory, 'standings' | 'outcomes'>;

/**
 * A task with its contract, and what it came to for each row of the leaderboard, oldest first. `limits` are those that
 * are played, of the edition of its suite; `own` are those of the task.
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

/** One line an episode. */
export function taskCsv(taskId: string, past: Past, stamp: Stamp): string {
  return csv(
    columns,
    historyOf(taskId, past).flatMap(({ points, ...row }) => points.map((point) => ({ taskId, row, point }))),
    stamp,
  );
}

type TaskHistory = ReturnType<typeof rowHistory>;
type Line = { taskId: string; row: Omit<TaskHistory, 'points'>; point: TaskHistory['points'][number] };

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
  return { comparabilityKey, superseded, kind, web, trials, ...compared, points };
}

const columns: Columns<Line> = {
  taskId: ({ taskId }) => taskId,
  comparabilityKey: ({ row }) => row.comparabilityKey,
  superseded: ({ row }) => row.superseded,
  kind: ({ row }) => row.kind,
  web: ({ row }) => row.web,
  trials: ({ row }) => row.trials,
  standingId: ({ row }) => row.standingId,
  adapter: ({ row }) => row.adapter,
  model: ({ row }) => row.model,
  endpoint: ({ row }) => row.endpoint,
  server: ({ row }) => row.server.id,
  serverVersion: ({ row }) => row.server.version,
  sha: ({ point }) => point.sha,
  date: ({ point }) => point.date,
  runId: ({ point }) => point.runId,
  trial: ({ point }) => point.trial,
  status: ({ point }) => point.status,
  durationMs: ({ point }) => point.durationMs,
  failed: ({ point }) => point.failed,
};
