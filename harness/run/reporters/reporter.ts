import type { Result, Run } from '../../results/records/result.ts';
import type { SavedEvent } from '../artifacts.ts';
import type { Plan } from '../plan.ts';

export type RunsEnd = {
  runs: Run[];
  interrupted: boolean;
  /** Why the rest was not scheduled: the API of the model rejects requests. */
  refused: string | null;
  resultsFile: string | null;
  /** Tasks whose episodes passed but could not be recorded for `--record`. */
  notRecorded: string[];
};

/** Reports the progress of a run. Exceptions of a reporter never fail a run. */
export type Reporter = {
  start(): void;
  episodeStart(run: Run, taskId: string, trial: number): void;
  event(run: Run, taskId: string, trial: number, event: SavedEvent): void;
  episodeEnd(run: Run, result: Result): void;
  recorded(taskId: string, written: { file: string } | { refused: string }): void;
  /** A line about a browser that stays open. Default: printed to standard error. */
  browserKept(line: string): void;
  /** Ctrl-C: running episodes end, unless it is pressed again. */
  interrupted(): void;
  /** The folder with each complete answer to a script. */
  answersSaved(folder: string): void;
  end(end: RunsEnd): void;
};

/** A member of the open set. Standard output is for text that programs may read; progress goes to standard error. */
export type ReporterMaker = {
  id: string;
  summary: string;
  make(plan: Plan, streams: Streams): Partial<Reporter>;
};

type Streams = { out: NodeJS.WriteStream; err: NodeJS.WriteStream; env: NodeJS.ProcessEnv };
