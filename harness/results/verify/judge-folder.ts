import type { Project } from '../../platform/project.ts';
import { align } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/format.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import type { Status } from '../records/statuses.ts';
import { scoreEpisode } from '../score/score-episode.ts';
import {
  type MakeTask,
  readSavedLines,
  readSavedRuns,
  readTasksById,
  savedEpisode,
  subjectOf,
} from './read-saved.ts';

export type JudgeOptions = {
  project: Project;
  /** The `--out` folder of a run. */
  folder: string;
  /** The user's own tasks, instead of the suites. */
  tasks: string | null;
  makeTask?: MakeTask;
};

/** The status of an episode when it was played, and by today's contract. */
type Rejudged = {
  runId: string;
  taskId: string;
  trial: number;
  stored: Status;
  /** Null if it cannot be judged; `why` has the reason. */
  found: Status | null;
  why: string | null;
};

/**
 * Judges the saved trajectories of every run in a folder by today's contracts, without a browser. Writes nothing.
 * `same`: whether every episode gets its stored status. Throws `UserError` for a folder without a run.
 */
export async function judgeFolder({
  project,
  folder,
  ...which
}: JudgeOptions): Promise<{ lines: string[]; same: boolean; episodes: Rejudged[] }> {
  const runs = (await readSavedRuns(folder, 'judge')).flatMap(({ run }) => (run ? [run] : []));
  const saved = await readSavedLines(folder);
  const tasks = await readTasksById(
    project,
    which,
    runs.flatMap(({ episodes }) => episodes),
  );
  const means = { match: matchInTime, redact: redactorFor({}) };
  const episodes = runs.flatMap((run) =>
    run.episodes.map((result): Rejudged => {
      const { taskId, trial, status: stored } = result;
      const place = { runId: run.runId, taskId, trial, stored };
      const task = tasks.get(taskId);
      if (!task) return { ...place, found: null, why: 'unknown task id; pass your own tasks with --tasks' };
      const episode = savedEpisode({ run, saved }, result);
      if (!episode.trajectory) return { ...place, found: null, why: 'no saved trajectory' };
      const { result: again } = scoreEpisode(subjectOf(result, task, episode), episode.trajectory, means);
      const why = again.failedPostcondition?.name ?? again.error ?? null;
      return { ...place, found: again.status, why };
    }),
  );
  const other = episodes.filter(({ stored, found }) => stored !== found);
  const rows = episodes.map(({ taskId, trial, stored, found, why }) => [
    trial === 1 ? taskId : `${taskId} #${trial}`,
    stored,
    found ?? '-',
    found === 'passed' ? '' : (why ?? ''),
  ]);
  const summary = `${count(episodes.length, 'episode')} judged again; ${other.length} got another status than the stored status`;
  return {
    lines: [...align([['task', 'stored', 'today', 'why'], ...rows]), '', summary],
    same: other.length === 0,
    episodes,
  };
}
