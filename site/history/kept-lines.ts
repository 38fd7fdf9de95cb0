import { readEvents } from '../../harness/results/records/kept-events.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { LinesByEpisode } from '../../harness/results/story/lines-by-episode.ts';

type KeptRun = Pick<Run, 'runId' | 'eventsSha256'>;

/** A run of a hundred episodes is 5 MB of lines. */
const runsInMemory = 8;

/**
 * The kept events of runs, those last asked for in memory: the pages of a run's episodes come one after the other, and
 * are compared with few others. Throws as `readEvents` does.
 */
export function openKeptLines(resultsDir: string): (run: KeptRun) => LinesByEpisode {
  const recent = new Map<string, LinesByEpisode>();
  return (run) => {
    const lines = recent.get(run.runId) ?? new LinesByEpisode(readEvents(resultsDir, run) ?? '');
    recent.delete(run.runId);
    recent.set(run.runId, lines);
    const [oldest] = recent.keys();
    if (recent.size > runsInMemory && oldest !== undefined) recent.delete(oldest);
    return lines;
  };
}
