import { type EpisodePage, keptLines } from '../history/episode-pages.ts';
import { commitResults, stamp } from '../history/this-build.ts';

/** The kept events of one episode as JSON, each as it was saved, and where they were taken from. */
export function episodeRecord({ sha, runId, taskId, trial }: EpisodePage): string {
  const eventsSha256 = commitResults(sha).runs.find((run) => run.runId === runId)?.eventsSha256;
  const head = JSON.stringify({ ...stamp, sha, runId, taskId, trial, eventsSha256 });
  const events = keptLines({ runId, ...(eventsSha256 === undefined ? {} : { eventsSha256 }) }).of(
    taskId,
    trial,
  );
  return `${head.slice(0, -1)},"events":[\n${events.join(',\n')}\n]}\n`;
}
