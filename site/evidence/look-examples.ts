import type { Result, ResultsFile, Run } from '../../harness/results/records/result.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { TaskFile } from '../../harness/task/read-tasks.ts';
import { type Looks, looksOf } from './looks.ts';

/** A stored episode to look into, and why it is shown. */
export type LookExample = Looks & {
  verify: TaskFile['task']['verify'];
  title: string;
  sha: string;
  run: Run;
  episode: Result;
};

type Sources = {
  standings: readonly StandingGroup[];
  taskFiles: readonly TaskFile[];
  resultsOf(sha: string): ResultsFile;
  eventsOf(run: Run): string | null;
};

/**
 * Of the newest standing runs whose events are kept: for each way of observing twice the first episode of the oracle that
 * passed, and the first of a baseline that failed. Tasks that became others since are passed over.
 */
export function lookExamples({ standings, taskFiles, resultsOf, eventsOf }: Sources): LookExample[] {
  const tasks = new Map(taskFiles.map((file) => [file.task.id, file]));
  const rows = standings
    .filter(({ superseded }) => !superseded)
    .flatMap(({ kind, rows }) => rows.map(({ sha, runId, startedAt }) => ({ kind, sha, runId, startedAt })))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const first = (
    kind: StandingGroup['kind'],
    isWanted: (episode: Result, file: TaskFile) => boolean,
  ): LookExample[] => {
    for (const { sha, runId } of rows.filter((row) => row.kind === kind)) {
      const run = resultsOf(sha).runs.find((each) => each.runId === runId);
      const episode = run?.episodes.find((each) => {
        const file = tasks.get(each.taskId);
        return file?.taskSha256 === each.taskSha256 && isWanted(each, file);
      });
      const file = episode && tasks.get(episode.taskId);
      const events = file && run && eventsOf(run);
      if (!events) continue;
      const { verify, title, success } = file.task;
      return [{ ...looksOf(events, episode, success), verify, title, sha, run, episode }];
    }
    return [];
  };
  const passing = (['reload', 'live', 'state'] as const).flatMap((verify) =>
    first('oracle', ({ status }, { task }) => status === 'passed' && task.verify === verify),
  );
  return [...passing, ...first('baseline', ({ status }) => status === 'failed')];
}
