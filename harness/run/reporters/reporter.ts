import type { Result, Run } from '../../results/records/result.ts';
import type { SavedEvent } from '../artifacts.ts';
import type { Plan } from '../plan.ts';

export type RunsEnd = {
  runs: Run[];
  interrupted: boolean;
  /** Why the rest was not scheduled: the API of the model takes no request. */
  refused: string | null;
  resultsFile: string | null;
  /** Tasks whose episodes passed and that `--record` was to record, and could not. */
  notRecorded: string[];
};

/** Tells somebody how a run goes. What a reporter throws is swallowed: it never fails a run. */
export type Reporter = {
  start(): void;
  episodeStart(run: Run, taskId: string, trial: number): void;
  event(run: Run, taskId: string, trial: number, event: SavedEvent): void;
  episodeEnd(run: Run, result: Result): void;
  recorded(taskId: string, written: { file: string } | { refused: string }): void;
  /** What to say of a browser that was left open; where nobody says it, it goes to standard error. */
  browserKept(line: string): void;
  /** Ctrl-C: what plays is ended and saved, unless it is pressed again. */
  interrupted(): void;
  /** The folder in which each answer to a script lies whole. */
  answersSaved(folder: string): void;
  end(end: RunsEnd): void;
};

/** A member of the open set. Standard output is for what a program may read; progress goes to standard error. */
export type ReporterMaker = {
  id: string;
  summary: string;
  make(plan: Plan, streams: Streams): Partial<Reporter>;
};

type Streams = { out: NodeJS.WriteStream; err: NodeJS.WriteStream; env: NodeJS.ProcessEnv };
