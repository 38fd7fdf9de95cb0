import * as z from 'zod';
import { isDeeper, jsonOrUndefined, wellFormedJson } from '../../../platform/errors/json.ts';
import type { SentTool } from '../model-tools.ts';
import type { Reported } from '../proxy/prices.ts';
import type { ShownBlock } from '../shown-answer.ts';

/** A vendor of models: its address, its key, and the built-in agent for its models. */
export type Vendor = {
  id: string;
  keyVariable: string;
  baseUrlVariable: string;
  baseUrl: string;
  /** The cache rates of a model if only `--price-in` and `--price-out` are given. */
  cacheRates(input: number): { cacheWrite: number; cacheRead: number };
  /** The factor of each tier on the standard rates; other tiers have no known price. */
  tiers: Readonly<Record<string, number>>;
  agent: { id: string; summary: string; defaultModel: string };
};

/**
 * One model API: the format of its requests and answers. The harness's own loop uses it, and so does the proxy of any
 * client. Pure.
 */
export type Api = {
  id: string;
  vendor: Vendor;
  /** Matches the names of models that use this API. */
  models?: RegExp;
  /** Additional headers of the harness's own requests, besides key and content type. */
  headers?: Readonly<Record<string, string>>;
  keyHeaders(key: string): Record<string, string>;

  path(model: string): string;
  build(request: ModelRequest): Json;
  /** The settings of the sampler that requests to this model can have. */
  sampling(model: string): { temperature: boolean; seed: boolean };
  /** The fields by which each answer has to be a call; null if the vendor rejects them with the thinking of the model. */
  forcedCalls(model: string): Json | null;
  /** The differences of a request whose answer is a stream of events, and the whole answer of these events. */
  stream: {
    path(model: string): string;
    fields(quirks: ReadonlySet<Quirk>): Json;
    /** Throws `CutAnswer` without an end. */
    join(events: readonly Json[]): Json;
  };
  /** `turn`: the position in the conversation. Throws `CutAnswer` if this is not an answer of this API. */
  read(answer: Json, turn?: number): ModelTurn;

  /** The path below the base URL for a request to this path; null if this API does not have it. */
  upstreamPath(path: string): string | null;
  /** Whether a request to this path runs a model and costs money. */
  isPaid(path: string): boolean;
  /** Whether the path lists models; such a request has no body. */
  isLookup(path: string): boolean;
  /** The allowed content of a request. */
  allowed: Allowed;
  /** The parts of a request's body or path that the proxy needs. */
  summary(body: Json, path: string): RequestSummary;
  /** Adds the usage from one object of an answer: the whole answer, or an event of a stream. */
  usageIn(answer: Json, before: Reported | null): Reported | null;
  /** The vendor's name of the tier of an answer. */
  tierIn(answer: Json): string | null;
  /** The model that an answer names. */
  modelIn(answer: Json): string | null;
  /** A refusal in the vendor's own format, of a kind that clients do not retry. */
  refusal(message: string): object;
};

/** The reasons why a request is not sent. */
export type Faults = {
  /** Parts that the vendor would run or fetch, which bypasses the browser. */
  serverTools: string[];
  /** Other parts, which the proxy cannot read or price. */
  others: string[];
};

/** The allowed content of requests of one API; everything else is rejected. */
export type Allowed = {
  /** Fields of the body. */
  fields: ReadonlySet<string>;
  /** Query parameters and their values; others are dropped. */
  query: Readonly<Record<string, RegExp>>;
  /** Checks tools and content, which have their own formats. */
  look(body: Json, faults: Faults): void;
};

export type RequestSummary = {
  model: string;
  /** The limit of output tokens; null if the request sets none. */
  maxOutput: number | null;
};

/** The name of a model within a path, optionally with its owner before a slash. */
export const namesInPath = /(?:\/(?!\.+(?:\/|$))[\w.:-]+){0,2}/.source;

/** The settings of a sampler; null leaves one to the API. */
export type Sampling = { temperature: number | null; seed: number | null };

/** The parts of one request of a conversation. */
export type ModelRequest = {
  model: string;
  maxTokens: number;
  effort: string | null;
  system: string;
  tools: readonly SentTool[];
  entries: readonly Entry[];
  /** The known deviations of the host. */
  quirks: ReadonlySet<Quirk>;
  sampling?: Sampling | undefined;
  /** The fields by which the answer has to be a call, if it has to be one. */
  forced?: Json | null | undefined;
};

/**
 * `new_limit_name`: rejects `max_tokens`, the older name of the limit, as OpenAI's reasoning models do. `no_images`: its model cannot see
 * images. `images_in_answers`: rejects a user message with the images right after tool answers. `bare_messages`:
 * rejects fields of its own messages, such as `reasoning_content`. `text_beside_calls`: needs a text beside calls,
 * where others have null. `short_descriptions`: accepts only 1,024 characters of a tool's description.
 * `random_seed`: has this name for the seed. `no_stream_options`: rejects the option to report usage in a stream. `no_streams`: has no streams, or none with tools.
 */
export type Quirk =
  | 'new_limit_name'
  | 'no_images'
  | 'images_in_answers'
  | 'bare_messages'
  | 'text_beside_calls'
  | 'short_descriptions'
  | 'random_seed'
  | 'no_stream_options'
  | 'no_streams';

/** A part of a conversation, oldest first; `raw` is unchanged, in the vendor's own format. */
export type Entry =
  | { from: 'user'; text: string }
  | { from: 'model'; raw: unknown }
  | { from: 'tools'; answers: readonly ShownAnswer[] };

/** The answer of one call, as it is sent to a model. */
export type ShownAnswer = { id: string; tool: string; isError: boolean; blocks: ShownBlock[] };

/** A model's answer to one request. */
export type ModelTurn = {
  /** Sent back unchanged with the next request; null if it must not be. */
  raw: unknown;
  text: string;
  calls: ModelCall[];
  /**
   * `cut`: at the limit of output tokens, so its calls may be incomplete. `pause`: it continues after another request.
   * `error`: the vendor reports that this answer failed.
   */
  end: 'calls' | 'text' | 'cut' | 'pause' | 'refusal' | 'context' | 'error';
  /** The vendor's reason for the end of the answer, with its explanation. */
  stopReason: string | null;
};

/** One requested tool call. */
export type ModelCall = {
  /** The vendor's id of this call, which its answer must repeat. */
  id: string;
  /** The tool's name as the model wrote it. */
  tool: string;
} & CallArguments;

/** `wrong`: the reason why the requested call is invalid. */
type CallArguments = { args: Record<string, unknown> } | { wrong: string };

/** The answer broke off or violated the protocol; the same request may be retried. */
export class CutAnswer extends Error {
  override name = 'CutAnswer';
}

export const Json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof Json>;

/** The settings that are not left to the API. */
export function sampled(sampling: Sampling | undefined, seedName = 'seed'): Json {
  const { temperature = null, seed = null } = sampling ?? {};
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { [seedName]: seed }),
  };
}

/** The fields of a value; none if it is not an object. */
export function objectOf(value: unknown): Json {
  return Json.safeParse(value).data ?? {};
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A count that an API reports; null for anything else. */
export function countIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Reads the counts of one usage report, and keeps the names of fields without a count. */
export function countsIn(usage: Json, before: Reported | null = null) {
  const unsaid: string[] = [];
  return {
    unsaid,
    /** A required count, which may also come from an earlier report of the same stream. */
    needed(name: string, known = 0): number {
      const count = countIn(usage[name]);
      if (count === null && (before === null || before.unsaid?.includes(name))) unsaid.push(name);
      return count ?? known;
    },
    /** A count that may be left out if it is 0. */
    extra(name: string, known = 0, fields = usage): number {
      const count = countIn(fields[name] ?? known);
      if (count === null) unsaid.push(name);
      return count ?? known;
    },
  };
}

/** The usage from vendors whose prompt count includes cached tokens. Null without any count. */
export function usageOfTotals(
  usage: Json,
  names: { prompt: string; output: string; total: string },
  cache: { read: number; write: number; unsaid: readonly string[] },
): Reported | null {
  const [prompt, completion, total] = [usage[names.prompt], usage[names.output], usage[names.total]].map(
    countIn,
  );
  if (!prompt && completion === null) return null;
  // For some vendors only the total includes thinking.
  const output = prompt ? Math.max(completion ?? 0, (total ?? 0) - prompt) : (completion ?? 0);
  const unsaid = [
    ...(prompt ? [] : [names.prompt]),
    ...(completion === null && total === null ? [names.output] : []),
    ...cache.unsaid,
  ];
  return {
    input: Math.max(0, (prompt ?? 0) - cache.read - cache.write),
    output,
    cacheRead: cache.read,
    cacheWrite: cache.write,
    unsaid,
  };
}

const deepestArguments = 100;

/** The arguments of a call: JSON text from most vendors, an object from some. */
export function readArguments(given: unknown): CallArguments {
  const value = typeof given === 'string' ? jsonOrUndefined(given || '{}') : (given ?? {});
  // They are sent back in the history, and hosts accept no more levels than the proxy.
  if (isDeeper(value, deepestArguments))
    return { wrong: `the arguments must have fewer than ${deepestArguments} levels` };
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    // The server checks the values by its schema.
    return { args: value as Record<string, unknown> };
  const found = typeof given === 'string' ? given : JSON.stringify(given);
  return { wrong: `the arguments must be a JSON object; found ${found.slice(0, 200)}` };
}

/** Arguments in a form that each host accepts in the history; empty for an invalid call. */
export function sentArguments(given: unknown): Json {
  const read = readArguments(given);
  return 'args' in read ? read.args : {};
}

/** The same as JSON text, unchanged if it is valid. */
export function sentJson(given: unknown): string {
  const isSent = typeof given === 'string' && given !== '' && 'args' in readArguments(given);
  const isWhole = isSent && given.isWellFormed() && !/\\u[dD][89a-fA-F]/.test(given);
  return isWhole ? given : wellFormedJson(sentArguments(given));
}

/** The ids of the calls of one turn, unique within the conversation. */
export function callIds(given: readonly unknown[], turn: number): string[] {
  const taken = new Set<string>();
  for (const [index, each] of given.entries()) {
    let id = textIn(each) ?? `call_${turn}_${index}`;
    while (taken.has(id)) id += '_';
    taken.add(id);
  }
  return [...taken];
}

export function isBlank(text: unknown): boolean {
  return String(text ?? '').trim() === '';
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
