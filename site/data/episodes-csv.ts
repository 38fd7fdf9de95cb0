import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import type { Result, ResultsFile, Run } from '../../harness/results/records/result.ts';
import { contenderOf } from '../../harness/results/records/run-facts.ts';

/** One line per episode of all runs of a commit, also of runs that are not on the leaderboard. */
export function episodesCsv({ sha, commit, runs }: ResultsFile, stamp: Stamp): string {
  const lines = runs.flatMap((run) =>
    run.episodes.map((episode) => ({ sha, date: commit.date, run, episode })),
  );
  return csv(columns, lines, stamp);
}

type Line = { sha: string; date: string | null; run: Run; episode: Result };

const columns: Columns<Line> = {
  sha: ({ sha }) => sha,
  date: ({ date }) => date,
  runId: ({ run }) => run.runId,
  startedAt: ({ run }) => run.startedAt,
  comparabilityKey: ({ run }) => run.config.comparabilityKey,
  kind: ({ run }) => run.config.kind,
  suite: ({ run }) => run.suite,
  web: ({ run }) => run.config.web,
  adapter: ({ run }) => run.config.adapter,
  model: ({ run }) => contenderOf(run.config).model,
  endpoint: ({ run }) => contenderOf(run.config).endpoint,
  server: ({ run }) => run.config.server.id,
  serverVersion: ({ run }) => run.config.server.version,
  complete: ({ run }) => run.complete,
  partial: ({ run }) => run.config.partial === true,
  gitDirty: ({ run }) => run.environment.gitDirty,
  taskId: ({ episode }) => episode.taskId,
  trial: ({ episode }) => episode.trial,
  status: ({ episode }) => episode.status,
  success: ({ episode }) => episode.success,
  steps: ({ episode }) => episode.steps,
  durationMs: ({ episode }) => episode.durationMs,
  toolCalls: ({ episode }) => episode.toolCalls,
  serverErrors: ({ episode }) => episode.serverErrors,
  responseBytes: ({ episode }) => episode.responseBytes,
  inputTokens: ({ episode }) => episode.tokens?.input ?? null,
  outputTokens: ({ episode }) => episode.tokens?.output ?? null,
  cacheReadTokens: ({ episode }) => episode.tokens?.cacheRead ?? null,
  cacheWriteTokens: ({ episode }) => episode.tokens?.cacheWrite ?? null,
  usd: ({ episode }) => episode.usd,
  firstHeldAtStep: ({ episode }) => episode.firstHeldAtStep,
  finalUrl: ({ episode }) => episode.finalUrl,
  failedPostcondition: ({ episode }) => episode.failedPostcondition?.name ?? null,
  wanted: ({ episode }) => episode.failedPostcondition?.wanted ?? null,
  observed: ({ episode }) => episode.failedPostcondition?.observed ?? null,
  error: ({ episode }) => episode.error ?? null,
};
