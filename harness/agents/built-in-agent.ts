import type { GuestActions } from '../browser/guest-port/guest-actions.ts';
import type { Hidden } from '../platform/confine/places.ts';
import type { Result } from '../results/records/result.ts';
import type { Answer, Tool, ToolListing } from '../servers/answer.ts';
import type { Server } from '../servers/server.ts';
import type { Task } from '../task/task.ts';
import type { Reference } from '../task/transcripts/session-values.ts';
import type { Drift, TranscriptCall } from '../task/transcripts/transcript.ts';
import type { ReferenceSolution } from '../task/walkthroughs/walkthrough.ts';
import type { HeardMessage } from './external/gateway/gateway.ts';
import type { Exchange, Pace } from './models/proxy/model-proxy.ts';
import type { Price, Usage } from './models/proxy/prices.ts';

export type Move =
  | {
      kind: 'call';
      tool: string;
      args: Record<string, unknown>;
      /** The arguments as a transcript stores them, where they differ from those sent. */
      storedArgs?: TranscriptCall['args'];
    }
  /** What was asked for is no call that could be sent; `why` is answered in its place. */
  | { kind: 'invalid'; tool: string; why: string }
  /** `why`: what explains the end, where the episode did not pass. */
  | { kind: 'done'; why?: string }
  /** The next request does not fit the cap on money; it is not sent. */
  | { kind: 'over_budget'; why: string }
  /** The model or its API said that there is no next step; `tool_error`: because of the server's tools. */
  | { kind: 'stopped'; stop: 'model_refused' | 'model_error' | 'context_full' | 'tool_error'; why: string }
  /** The replay can't go on. */
  | { kind: 'drift'; drift: Drift };

/** What a model said, as the events tell it. `usd` is null where the API reported no usage. */
export type ModelTurnEvent = {
  type: 'model_turn';
  text: string;
  calls: string[];
  /** The vendor's word for why the answer ended. */
  stopReason: string | null;
  tokens: Usage | null;
  usd: number | null;
};

/** What a model has used; null is unknown, never 0. */
type ModelUse = {
  tokens: Usage | null;
  usd: number | null;
  requests: number;
  retries: number;
  /** The model that answered, as the API says it. */
  answered: string | null;
  /** Requests were cut off whose cost nobody said. */
  isLowerBound: boolean;
  /** By how much the cap was passed. */
  overshootUsd: number;
  /** Why `usd` is null though requests were answered. */
  unpriced?: string | undefined;
  /** Tools that run with the vendor, past the browser: asked for and refused. */
  serverTools?: number | undefined;
};

/** What the episode lends for one step. */
export type Turn = {
  signal: AbortSignal;
  /** Stops the agent's working time, its limit included, while others make it wait; `resume` goes on. */
  pause(): void;
  resume(): void;
  log(event: ModelTurnEvent): void;
  /** The server's tools, where it said since the last time that they changed; else null. */
  changedTools(): Promise<readonly Tool[] | null>;
};

/** What decides the tool calls of one episode. Throwing ends the episode as `adapter_error`. */
export type BuiltInAgentSession = {
  /**
   * Called once with the server's tools and what it says of them, before the start URL is opened. `listing` gives them
   * whole, as they are when it is asked.
   */
  meetTools?(tools: readonly Tool[], instructions?: string | null, listing?: () => ToolListing): Drift | null;
  /** The next step after the last answer; the first time after the answer of the opening call (null without one). */
  next(last: Answer | null, turn: Turn): Promise<Move>;
  /** Drift that counts only where the contract held, asked for at the end. */
  driftAtEnd?(finalUrl: string): Drift | null;
  /** What a model has used so far; null where none was asked. */
  account?(): ModelUse | null;
  /** What the agent said at its end. `storedAnswer`: the answer as a transcript stores it, where it knows better. */
  report?(): {
    success: boolean | null;
    answer: string | null;
    stopReason: string | null;
    storedAnswer?: Reference;
    /** What a foreign agent says that it used. */
    claimedTokens?: Usage;
    /** How the process of a foreign agent ended, where that was not well. */
    ended?: string;
  };
  /** Called once the agent has ended an episode that asks for an answer, before the judge looks: all is said after it. */
  hear?(): Promise<void>;
  /** Asked when the time is up: why that is an API's doing and not the agent's; null where it is the agent's. */
  silence?(limitMs: number): string | null;
  /** Called at the end, whatever it was, before account and report are asked for the last time. */
  end?(): Promise<void>;
  /** Of an agent with a process of its own: whether that ran in namespaces of its own. */
  confined?(): boolean | null;
  /** The ends of what that process wrote; null where it never started. */
  output?(): string | null;
};

/** `actions`: of an agent that drives the browser itself, what takes its actions. */
type Opening = { session: BuiltInAgentSession; actions?: GuestActions } | { drift: Drift };

export type BuiltInAgent = {
  id: string;
  /** `replay` results are compared with replays, `model` results with models; a `control` must pass nothing. */
  kind: BuiltInAgentKind;
  /** Whether it replays recordings, which the row of a run then names by their digest. */
  replaysTranscripts?: true;
  model: string | null;
  /** What the server lacks for it: then it is not applicable there. */
  lacks?(server: Server): string | null;
  /** What the user must provide for this task and has not; null where nothing is missing. */
  missing?(task: Task, server: Server): Promise<string | null>;
  /** Why the tools of the server cannot do what it would do for this task; null where they can. */
  cannot?(task: Task, server: Server): Promise<string | null>;
  open(task: Task, server: Server, trial?: number, place?: Place): Promise<Opening>;
  /** Of a foreign agent: what is known of it before it plays. */
  agent?: {
    version: string;
    door: 'mcp' | 'cdp' | 'acp';
    /** Of a listed one: its npm package, and the digest of that package's files. */
    package: string | null;
    sha256: string | null;
  };
  /** Of an adapter that costs money. */
  spending?: Spending;
};

/** Where an episode's processes run. */
export type Place = {
  /** Carried by every process of the episode. */
  mark: string;
  /** What they must not read. */
  hidden: Hidden;
};

type Spending = {
  /** What is not there that must be before anything is sent, one line each. */
  missing: readonly string[];
  /** The host that answers in place of the vendor's own; null where the vendor's does. */
  endpoint: string | null;
  /** Where requests go, and the variable that says otherwise. */
  address: string;
  /** The vendor's API that it speaks. */
  api: string;
  price: Price | null;
  /** Whether the price is that of flags. */
  priceByFlag: boolean;
  effort: string | null;
  /** Output tokens; null where nothing of ours limits them. */
  caps: { maxTokensPerTurn: number | null; maxUsdPerTask: number };
  /** The most that an episode of this task can cost. */
  capUsd(task: Task): number;
  /** Why the API takes no request at all, once it has said so: no later episode could do better. */
  refusal(): string | null;
};

/**
 * `replay`: the recorded calls. `script`: calls from a file. `oracle`: a solution that was written down. `baseline`: rules
 * that know the goal alone. `control`: must pass nothing. `model`: a vendor's model decides, and costs money. `agent`:
 * somebody's agent decides, behind a door.
 */
export type BuiltInAgentKind = 'replay' | 'script' | 'oracle' | 'baseline' | 'control' | 'model' | 'agent';

/** A member of the open set: how an adapter is made from the options of a run. */
export type BuiltInAgentMaker = {
  id: string;
  /** Names that it had and is still found by. */
  aliases: readonly string[];
  kind: BuiltInAgentKind;
  summary: string;
  /** The statuses that its episode of a task may end with, where that is known beforehand: an audit asks. */
  mustEnd: ((task: Task) => readonly Result['status'][]) | null;
  /** A control that tries nothing: an audit counts none of its attempts as an attack. */
  isIdle: boolean;
  /** One that it brings along, which is played in place of any other. */
  server: Server | null;
  /** What its server says that it could reach, where an answer says so. */
  reached: ((answer: string) => readonly string[] | null) | null;
  /** Throws `UserError`. */
  make(options: BuiltInAgentOptions): Promise<BuiltInAgent>;
};

type BuiltInAgentSpec = Pick<BuiltInAgentMaker, 'id' | 'kind' | 'summary'> &
  Partial<Pick<BuiltInAgentMaker, 'aliases' | 'mustEnd' | 'isIdle' | 'server' | 'reached'>> & {
    make(options: BuiltInAgentOptions): Promise<Omit<BuiltInAgent, 'id' | 'kind'>>;
  };

/** Gives what is made the id and the kind of its maker. */
export function defineBuiltInAgent({
  aliases = [],
  mustEnd = null,
  isIdle = false,
  server = null,
  reached = null,
  make,
  ...maker
}: BuiltInAgentSpec): BuiltInAgentMaker {
  const { id, kind } = maker;
  const optional = { aliases, mustEnd, isIdle, server, reached };
  return { ...maker, ...optional, make: async (options) => ({ id, kind, ...(await make(options)) }) };
}

export type BuiltInAgentOptions = {
  /** Folders of `<server>/<task>.jsonl`, or flat, looked at in turn. */
  transcripts: readonly string[];
  /** A list of calls for `script`. */
  script: string | null;
  /** How a task is done, for `oracle`; null where nobody wrote it down. Throws `UserError`. */
  walkthrough?: (taskId: string) => Promise<ReferenceSolution | null>;
  /** What an agent is told beside the goal; null for nothing. */
  skill: string | null;
  env: NodeJS.ProcessEnv;
  /** The key of a model's API; null where the environment has it. */
  key?: string | null;
  /** What holds a model's requests back; nothing does where it is not given. */
  pace?: Pace;
  /** Is handed each request to a model and its answer, with the id of its task. */
  record?: (taskId: string, exchange: Exchange) => void;
  /** Is handed each message that a foreign agent sends to the gateway. */
  heard?: (message: HeardMessage) => void;
  /** What flags say of a model; null where they say nothing. */
  model: {
    name: string | null;
    maxUsd: number | null;
    maxTokens: number | null;
    /** How hard a model is to think, in its vendor's words. */
    effort: string | null;
    /** USD per million tokens. */
    price: {
      input: number | null;
      output: number | null;
      cacheWrite: number | null;
      cacheRead: number | null;
    };
  };
};

export const noModelOptions: BuiltInAgentOptions['model'] = {
  name: null,
  maxUsd: null,
  maxTokens: null,
  effort: null,
  price: { input: null, output: null, cacheWrite: null, cacheRead: null },
};

/** Options of an adapter that takes none. */
export const noOptions: BuiltInAgentOptions = {
  transcripts: [],
  script: null,
  skill: null,
  env: {},
  model: noModelOptions,
};
