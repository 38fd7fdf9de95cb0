import type { Answer, Tool } from '../servers/mcp-client.ts';
import type { Server } from '../servers/server.ts';
import type { Task } from '../task/task.ts';
import type { Drift } from '../transcript/drift.ts';
import type { TranscriptCall } from '../transcript/transcript.ts';

export type Step =
  | {
      kind: 'call';
      tool: string;
      args: Record<string, unknown>;
      /** The arguments as a transcript stores them, where they differ from those sent. */
      storedArgs?: TranscriptCall['args'];
    }
  | { kind: 'done' }
  /** The replay can't go on. */
  | { kind: 'drift'; drift: Drift };

/** What decides the tool calls of one episode. Throwing ends the episode as `adapter_error`. */
export type AdapterSession = {
  /** Called once with the server's tools, before the start URL is opened. */
  meetTools?(tools: readonly Tool[]): Drift | null;
  /** The next step after the last answer; the first time after the answer of the opening call (null without one). */
  next(last: Answer | null, signal: AbortSignal): Promise<Step>;
  /** Drift that counts only where the contract held, asked for at the end. */
  driftAtEnd?(finalUrl: string): Drift | null;
};

type Opened = { session: AdapterSession } | { drift: Drift };

export type Adapter = {
  id: string;
  /** `replay` results are compared with replays, `model` results with models; a `control` must pass nothing. */
  kind: 'replay' | 'control' | 'model';
  model: string | null;
  /** What the server lacks for it: then it is not applicable there. */
  lacks?(server: Server): string | null;
  /** What the user must provide for this task and has not; null where nothing is missing. */
  missing?(task: Task, server: Server): Promise<string | null>;
  open(task: Task, server: Server): Promise<Opened>;
};

/** A member of the open set: how an adapter is made from the options of a run. Throws `UserError`. */
export type AdapterMaker = {
  id: string;
  summary: string;
  make(options: AdapterOptions): Promise<Adapter>;
};

export type AdapterOptions = {
  /** Folders of `<server>/<task>.jsonl`, or flat, looked at in turn. */
  transcripts: readonly string[];
  /** A list of calls for `script`. */
  script: string | null;
};
