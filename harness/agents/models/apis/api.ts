import * as z from 'zod';
import { isDeeper, jsonOrUndefined, wellFormedJson } from '../../../platform/errors/json.ts';
import type { SentTool } from '../model-tools.ts';
import type { Reported } from '../proxy/prices.ts';
import type { ShownBlock } from '../shown-answer.ts';

/** A company that sells the answers of models: where its API is, what opens it, and the built-in agent that asks it. */
export type Vendor = {
  id: string;
  keyVariable: string;
  baseUrlVariable: string;
  baseUrl: string;
  /** The cache's rates of a model of which `--price-in` and `--price-out` alone are given. */
  cacheRates(input: number): { cacheWrite: number; cacheRead: number };
  /** By what the rates of a tier differ from the standard ones; a tier that is not here has no known price. */
  tiers: Readonly<Record<string, number>>;
  agent: { id: string; summary: string; defaultModel: string };
};

/**
 * One API of models: how a conversation is put into its requests, what its answers say, and what the proxy reads on the
 * wire between any client and it. Pure.
 */
export type Api = {
  id: string;
  vendor: Vendor;
  /** The models that are known by their names to be asked over it. */
  models?: RegExp;
  /** What the proxy's own conversation sends beside key and type of content. */
  headers?: Readonly<Record<string, string>>;
  keyHeaders(key: string): Record<string, string>;

  path(model: string): string;
  build(request: ModelRequest): Json;
  /** `turn`: the place in its conversation. Throws `CutAnswer` for what is no answer of this API. */
  read(answer: Json, turn?: number): ModelTurn;

  /** The path below the base URL that a request for this path goes to; null where this API does not know it. */
  upstreamPath(path: string): string | null;
  /** Whether such a request makes a model speak, and is paid for. */
  isPaid(path: string): boolean;
  /** Whether it looks models up, which has no body. */
  isLookup(path: string): boolean;
  /** What a request may say. */
  allowed: Allowed;
  /** What of a request's body or path the proxy must know. */
  summary(body: Json, path: string): RequestSummary;
  /** Adds what one object of an answer says of its usage: the whole answer, or an event of a stream. */
  usageIn(answer: Json, before: Reported | null): Reported | null;
  /** The word of the vendor's for the tier that an answer was made in. */
  tierIn(answer: Json): string | null;
  /** The model that an answer says it is from. */
  modelIn(answer: Json): string | null;
  /** A refusal in the vendor's own shape, of a kind that clients do not send again. */
  refusal(message: string): object;
};

/** Why a request is not sent. */
export type Faults = {
  /** What of it would run, or be fetched, at the vendor: a way past the browser. */
  serverTools: string[];
  /** The rest: what the proxy cannot read or price. */
  others: string[];
};

/** What one API of models lets a request say; everything that is not here is refused. */
export type Allowed = {
  /** Fields of the body. */
  fields: ReadonlySet<string>;
  /** Query parameters and their values; others are dropped. */
  query: Readonly<Record<string, RegExp>>;
  /** Looks into tools and content, which have forms of their own. */
  look(body: Json, faults: Faults): void;
};

export type RequestSummary = {
  model: string;
  /** The most output tokens; null where the request sets no limit. */
  maxOutput: number | null;
};

/** The name of a model within a path, with its owner's before a slash. */
export const namesInPath = /(?:\/(?!\.+(?:\/|$))[\w.:-]+){0,2}/.source;

/** All that one request of a conversation is made of. */
export type ModelRequest = {
  model: string;
  maxTokens: number;
  effort: string | null;
  system: string;
  tools: readonly SentTool[];
  entries: readonly Entry[];
  /** What the host was found to want otherwise than others do. */
  quirks: ReadonlySet<Quirk>;
};

/**
 * `old_limit_name`: refuses `max_completion_tokens`, the newer name of the limit. `no_images`: its model sees none.
 * `images_in_answers`: takes no message of the user right after the answers of tools, where images would stand.
 * `bare_messages`: refuses fields that its own messages have, such as `reasoning_content`. `text_beside_calls`: wants a
 * text beside calls where others have null. `short_descriptions`: takes 1,024 characters of a tool's description.
 */
export type Quirk =
  | 'old_limit_name'
  | 'no_images'
  | 'images_in_answers'
  | 'bare_messages'
  | 'text_beside_calls'
  | 'short_descriptions';

/** A part of a conversation, which has them oldest first; `raw` is in the vendor's own form, as it came. */
export type Entry =
  | { from: 'user'; text: string }
  | { from: 'model'; raw: unknown }
  | { from: 'tools'; answers: readonly ShownAnswer[] };

/** The answer of one call, as a model is handed it. */
export type ShownAnswer = { id: string; tool: string; isError: boolean; blocks: ShownBlock[] };

/** What a model answered to one request. */
export type ModelTurn = {
  /** Goes back with the next request as it is; null where nothing may. */
  raw: unknown;
  text: string;
  calls: ModelCall[];
  /**
   * `cut`: at the limit of output tokens; what it asks for may be incomplete. `pause`: it would go on if it were asked
   * again. `error`: the vendor says that this answer came to nothing.
   */
  end: 'calls' | 'text' | 'cut' | 'pause' | 'refusal' | 'context' | 'error';
  /** The vendor's own word for why the answer ended, and what it explained. */
  stopReason: string | null;
};

/** One tool call that a model asks for. */
export type ModelCall = {
  /** The vendor's name of this call, by which its answer is given back. */
  id: string;
  /** As the model calls it. */
  tool: string;
} & CallArguments;

/** `wrong`: why what was asked for is no call that could be sent. */
type CallArguments = { args: Record<string, unknown> } | { wrong: string };

/** The answer broke off or was not what the protocol promises; the same request may be sent again. */
export class CutAnswer extends Error {
  override name = 'CutAnswer';
}

export const Json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof Json>;

/** A value that is not an object has no fields. */
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

/** Reads the counts of one report of usage, and keeps the names of the fields that hold none. */
export function countsIn(usage: Json, before: Reported | null = null) {
  const unsaid: string[] = [];
  return {
    unsaid,
    /** A count that each report has, or one before it in the same stream. */
    needed(name: string, known = 0): number {
      const count = countIn(usage[name]);
      if (count === null && (before === null || before.unsaid?.includes(name))) unsaid.push(name);
      return count ?? known;
    },
    /** A count that is left out where it is 0. */
    extra(name: string, known = 0, fields = usage): number {
      const count = countIn(fields[name] ?? known);
      if (count === null) unsaid.push(name);
      return count ?? known;
    },
  };
}

/** By vendors that count the cached tokens among those of the prompt. Null where nothing is said. */
export function usageOfTotals(
  usage: Json,
  names: { prompt: string; output: string; total: string },
  cache: { read: number; write: number; unsaid: readonly string[] },
): Reported | null {
  const [prompt, said, total] = [usage[names.prompt], usage[names.output], usage[names.total]].map(countIn);
  if (!prompt && said === null) return null;
  // Some leave thinking out of the output, but not of the total.
  const output = prompt ? Math.max(said ?? 0, (total ?? 0) - prompt) : (said ?? 0);
  const unsaid = [
    ...(prompt ? [] : [names.prompt]),
    ...(said === null && total === null ? [names.output] : []),
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

/** The arguments of a call: JSON text by most vendors, an object by some that should send text. */
export function readArguments(given: unknown): CallArguments {
  const value = typeof given === 'string' ? jsonOrUndefined(given || '{}') : (given ?? {});
  // They go back in the history, and hosts take no more levels than the proxy.
  if (isDeeper(value, deepestArguments))
    return { wrong: `the arguments must have fewer than ${deepestArguments} levels` };
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    // The server's schema judges it, whatever its keys hold.
    return { args: value as Record<string, unknown> };
  const found = typeof given === 'string' ? given : JSON.stringify(given);
  return { wrong: `the arguments must be a JSON object; found ${found.slice(0, 200)}` };
}

/** Arguments as each host takes them back: those of a call that could not be sent are none. */
export function sentArguments(given: unknown): Json {
  const read = readArguments(given);
  return 'args' in read ? read.args : {};
}

/** The same as JSON in a text, which stays as it came where every parser takes it. */
export function sentJson(given: unknown): string {
  const isSent = typeof given === 'string' && given !== '' && 'args' in readArguments(given);
  const isWhole = isSent && given.isWellFormed() && !/\\u[dD][89a-fA-F]/.test(given);
  return isWhole ? given : wellFormedJson(sentArguments(given));
}

/** The ids of the calls of one turn, each with one that no other call of the conversation has. */
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
