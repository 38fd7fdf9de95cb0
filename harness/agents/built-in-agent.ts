import type { GuestActions } from '../browser/guest-port/guest-actions.ts';
import type { Hidden } from '../platform/confine/places.ts';
import type { AgentEndKind } from '../results/records/agent-ends.ts';
import type { LocalModel } from '../results/records/local-model.ts';
import type { Result } from '../results/records/result.ts';
import type { Answer, Tool, ToolListing } from '../servers/answer.ts';
import type { Server } from '../servers/server.ts';
import type { Task } from '../task/task.ts';
import type { Reference } from '../task/transcripts/session-values.ts';
import type { Drift, TranscriptCall } from '../task/transcripts/transcript.ts';
import type { ReferenceSolution } from '../task/walkthroughs/walkthrough.ts';
import type { AcpAnswer } from './external/converse-over-acp.ts';
import type { HeardMessage } from './external/gateway/gateway.ts';
import type { Sampling } from './models/apis/api.ts';
import type { Endpoint } from './models/hosts.ts';
import type { Exchange, Pace } from './models/proxy/model-proxy.ts';
import type { Price, Usage } from './models/proxy/prices.ts';

export type Move =
  | {
      kind: 'call';
      tool: string;
      args: Record<string, unknown>;
      /** The arguments as a transcript stores them, if they differ from the sent ones. */
      storedArgs?: TranscriptCall['args'];
      /** It repeats the call before it, whose answer came too early. */
      again?: boolean;
    }
  /** The requested call is invalid and is not sent; its answer is `why`. */
  | { kind: 'invalid'; tool: string; why: string }
  /** `why`: the explanation if the episode did not pass. */
  | { kind: 'done'; why?: string }
  /** The next request exceeds the budget and is not sent. */
  | { kind: 'over_budget'; why: string }
  /** The model or its API ended the episode; `tool_error`: because of the server's tools. */
  | { kind: 'stopped'; stop: 'model_refused' | 'model_error' | 'context_full' | 'tool_error'; why: string }
  /** The replay cannot continue. */
  | { kind: 'drift'; drift: Drift };

/** One turn of a model, as an event. `usd` is null if the API reported no usage. */
export type ModelTurnEvent = {
  type: 'model_turn';
  text: string;
  calls: string[];
  /** The vendor's reason for the end of the answer. */
  stopReason: string | null;
  tokens: Usage | null;
  usd: number | null;
};

/** The usage of a model; null is unknown, never 0. */
type ModelUse = {
  tokens: Usage | null;
  usd: number | null;
  requests: number;
  retries: number;
  /** Time in which the model computed; the agent's clock stood. */
  computedMs?: number | undefined;
  /** The model that answered, as the API names it. */
  answered: string | null;
  /** Some requests were cut off, and their cost is unknown. */
  isLowerBound: boolean;
  /** The amount over the cap. */
  overshootUsd: number;
  /** The reason why `usd` is null although requests were answered. */
  unpriced?: string | undefined;
  /** Refused requests for tools that run at the vendor, outside the browser. */
  serverTools?: number | undefined;
};

/** The episode's services for one step. */
export type Turn = {
  signal: AbortSignal;
  /** Pauses the agent's working time and its limit while it waits for others; `resume` continues. */
  pause(): void;
  resume(): void;
  log(event: ModelTurnEvent): void;
  /** The server's new tools if it reported a change since the last call; else null. */
  changedTools(): Promise<readonly Tool[] | null>;
};

/** Decides the tool calls of one episode. An exception ends the episode as `adapter_error`. */
export type BuiltInAgentSession = {
  /**
   * Called once with the server's tools and instructions, before the start URL is opened. `listing` returns the current
   * tool list with all its fields.
   */
  meetTools?(tools: readonly Tool[], instructions?: string | null, listing?: () => ToolListing): Drift | null;
  /** The next step after the last answer; first after the answer of the opening call (null without one). */
  next(last: Answer | null, turn: Turn): Promise<Move>;
  /** Drift that counts only if the contract is satisfied; called at the end. */
  driftAtEnd?(finalUrl: string): Drift | null;
  /** The usage of the model so far; null without a request. */
  account?(): ModelUse | null;
  /** The agent's report at its end. `storedAnswer`: the answer as a transcript stores it, if it differs. */
  report?(): {
    success: boolean | null;
    answer: string | null;
    stopReason: string | null;
    storedAnswer?: Reference;
    /** The usage that an external agent claims. */
    claimedTokens?: Usage;
    /** The steps of an external agent by its own count. */
    ownSteps?: number;
    /** How the process of an external agent ended, if it failed. */
    ended?: string;
    endKind?: AgentEndKind;
  };
  /**
   * Called once before the verdict if the agent ended an episode that needs an answer. After it the report is final.
   */
  hear?(): Promise<void>;
  /** Called at the time limit: the reason if the API caused the delay; null if the agent did. */
  silence?(limitMs: number): string | null;
  /** Called after every end, before the last calls of `account` and `report`. */
  end?(): Promise<void>;
  /** For an agent with its own process: whether the process was sandboxed, in its own namespaces. */
  confined?(): boolean | null;
  /** The last output of that process; null if it never started. */
  output?(): string | null;
};

/** `actions`: receives the actions of an agent that drives the browser itself. */
type Opening = { session: BuiltInAgentSession; actions?: GuestActions } | { drift: Drift };

export type BuiltInAgent = {
  id: string;
  /** `replay` results are compared with replays, `model` results with models; a `control` must pass nothing. */
  kind: BuiltInAgentKind;
  /** Whether it replays transcripts; then the row of a run has their digest. */
  replaysTranscripts?: true;
  model: string | null;
  /** What the server lacks for this agent; then the agent is not applicable there. */
  lacks?(server: Server): string | null;
  /** What the user still has to provide for this task; null if nothing is missing. */
  missing?(task: Task, server: Server): Promise<string | null>;
  /** The reason why the server's tools cannot do this agent's steps for the task; null if they can. */
  cannot?(task: Task, server: Server): Promise<string | null>;
  open(task: Task, server: Server, trial?: number, place?: Place): Promise<Opening>;
  /** For an external agent: its identity before it plays. */
  agent?: {
    version: string;
    door: 'mcp' | 'cdp' | 'acp';
    /** For a listed agent: its package, and the digest of that package's files. */
    package: string | null;
    sha256: string | null;
    /** The interpreter of a listed agent that is not a Node program, with its version. */
    runtime?: string;
    /** Whether its model gets screenshots, if a setting decides that. */
    vision?: boolean;
  };
  /** Set for a built-in agent that costs money. */
  spending?: Spending;
  /** Set for local weights, which the harness computes itself. */
  local?: LocalWeights;
  /** Ends what the agent keeps over its episodes; called once after the last one. */
  end?(): Promise<void>;
};

type LocalWeights = {
  /** Loads the weights. Throws `UserError` if the runtime cannot. */
  start(): Promise<void>;
  /** The stored facts; those of the runtime are null before `start`. */
  record(): LocalModel;
  /** Output tokens of an episode, and of one answer. */
  maxTokens: number;
  maxTokensPerTurn: number;
  /**
   * Has the weights read the tools once, and returns lines with the measured speed and an estimate of the run. Without
   * the tools of a server (null) a short sample list is read. Throws `UserError` if the list does not fit the context.
   */
  estimate(
    tools: readonly Tool[] | null,
    run: { episodes: number; maxSteps: number; task: Pick<Task, 'goal' | 'startUrl' | 'verify'> },
  ): Promise<string[]>;
};

/** The surroundings of an episode's processes. */
export type Place = {
  /** The mark of every process of the episode. */
  mark: string;
  /** The files that they must not read. */
  hidden: Hidden;
};

type Spending = {
  /** The missing preconditions of the first request, one line each. */
  missing: readonly string[];
  /** The host that answers. */
  endpoint: Endpoint;
  /** The address of requests, and the variable that changes it. */
  address: string;
  /** The vendor's API. */
  api: string;
  price: Price | null;
  /** Whether flags set the price. */
  priceByFlag: boolean;
  effort: string | null;
  sampling?: Sampling | undefined;
  /** Output tokens; null if the harness sets no limit. */
  caps: { maxTokensPerTurn: number | null; maxUsdPerTask: number };
  /** The cost limit of an episode of this task. */
  capUsd(task: Task): number;
  /** The reason if the API rejects all requests, so that later episodes would fail as well. */
  refusal(): string | null;
  /**
   * Sends one request before the first episode, with the prompt and the tools of a run. If no task can be played, the
   * reason is in `refusal` afterwards. Absent for agents that send their own requests.
   */
  warmUp?(asked: WarmUpRequest): Promise<WarmUp>;
};

/**
 * The content of a warm-up request. `mostUsd`: its cost limit. `toolChoice`: that of an earlier part of the run; null
 * if the request decides it.
 */
export type WarmUpRequest = {
  task: Pick<Task, 'goal' | 'startUrl' | 'verify' | 'maxUsd'>;
  tools: readonly Tool[];
  instructions: string | null;
  mostUsd: number | null;
  toolChoice: 'auto' | 'required' | null;
  signal: AbortSignal;
};

/** `note`: how the model answered, in words. `toolChoice`: `required` if every answer of the run has to be a call. */
export type WarmUp = { use: ModelUse | null; note: string; toolChoice: 'auto' | 'required' };

/**
 * `replay`: the recorded calls. `script`: calls from a file. `oracle`: the reference solution. `baseline`: rules that
 * only know the goal. `control`: a negative control, which must never pass. `model`: a vendor's model, which costs
 * money. `agent`: an external agent.
 */
export type BuiltInAgentKind = 'replay' | 'script' | 'oracle' | 'baseline' | 'control' | 'model' | 'agent';

/** A member of the open set: makes a built-in agent from the options of a run. */
export type BuiltInAgentMaker = {
  id: string;
  /** Former names that still work. */
  aliases: readonly string[];
  kind: BuiltInAgentKind;
  summary: string;
  /** The allowed final statuses of its episode of a task, if they are known beforehand; an audit checks them. */
  mustEnd: ((task: Task) => readonly Result['status'][]) | null;
  /** A negative control without an attack, which an audit does not count as one. */
  isIdle: boolean;
  /** Its own server, which is played in place of any other. */
  server: Server | null;
  /** The hidden places that its server could reach, according to an answer; null if the answer does not list them. */
  reached: ((answer: string) => readonly string[] | null) | null;
  /** Throws `UserError`. */
  make(options: BuiltInAgentOptions): Promise<BuiltInAgent>;
};

type BuiltInAgentSpec = Pick<BuiltInAgentMaker, 'id' | 'kind' | 'summary'> &
  Partial<Pick<BuiltInAgentMaker, 'aliases' | 'mustEnd' | 'isIdle' | 'server' | 'reached'>> & {
    make(options: BuiltInAgentOptions): Promise<Omit<BuiltInAgent, 'id' | 'kind'>>;
  };

/** Adds the id and the kind of the maker to its agents. */
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
  /** Folders of `<server>/<task>.jsonl`, or flat, searched in order. */
  transcripts: readonly string[];
  /** A list of calls for `script`. */
  script: string | null;
  /** The reference solution of a task, for `oracle`; null if there is none. Throws `UserError`. */
  walkthrough?: (taskId: string) => Promise<ReferenceSolution | null>;
  /** An additional prompt for an agent; null for none. */
  skill: string | null;
  env: NodeJS.ProcessEnv;
  /** The key of a model's API; null if the environment has it. */
  key?: string | null;
  /** The rate limiter of a model's requests; optional. */
  pace?: Pace;
  /** Receives each request to a model and its answer, with the id of its task. */
  record?: (taskId: string, exchange: Exchange) => void;
  /** The weights of `--model-file`; absent for all other agents. */
  local?: LocalOptions;
  /** Receives each message of an external agent to the gateway. */
  heard?: (message: HeardMessage) => void;
  /** Receives each answer of an external agent over ACP. */
  acpAnswered?: (answer: AcpAnswer) => void;
  /** The model options from flags; null if a flag is missing. */
  model: {
    name: string | null;
    maxUsd: number | null;
    maxTokens: number | null;
    /** The tokens of the model's context, for prompt and answer. */
    context: number | null;
    /** The reasoning effort of a model, as its vendor names it. */
    effort: string | null;
    /** Absent if no flag sets it. */
    sampling?: Sampling | undefined;
    /** USD per million tokens. */
    price: {
      input: number | null;
      output: number | null;
      cacheWrite: number | null;
      cacheRead: number | null;
    };
  };
};

type LocalOptions = {
  /** As it was typed, and the folder that a path is relative to. */
  file: string;
  folder: string;
  /** Receives each answer of the weights, which a verification scores again. */
  record?: (taskId: string, trial: number, answer: { request: number }) => void;
  /** Receives a line while a long prompt is read. */
  log?: (line: string) => void;
};

export const noModelOptions: BuiltInAgentOptions['model'] = {
  name: null,
  maxUsd: null,
  maxTokens: null,
  context: null,
  effort: null,
  price: { input: null, output: null, cacheWrite: null, cacheRead: null },
};

/** The options of a built-in agent that has none. */
export const noOptions: BuiltInAgentOptions = {
  transcripts: [],
  script: null,
  skill: null,
  env: {},
  model: noModelOptions,
};
