import * as z from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { ownOf } from '../../../platform/words/known-names.ts';
import { type Api, Json } from '../apis/api.ts';
import { costOf, type Price, type Reported, type Usage } from './prices.ts';

/** Fewer characters per token than with any tokenizer, so that output is overestimated. */
const spokenPerToken = 3;
/** Fields with text, thinking or calls of models. */
const spoken = new Set([
  'text',
  'thinking',
  'partial_json',
  'arguments',
  'content',
  'reasoning_content',
  'delta',
  'refusal',
]);

/** Names of the standard tier. */
const standardTier = /^(default|standard|standard_only|auto|on_demand)?$/;

/** Reads the usage of an answer, whole or streamed, while it is forwarded. */
export class Meter {
  model: string | null = null;
  private counts: Reported | null = null;
  private tier = '';
  private readonly api: Api;
  private readonly decoder = new TextDecoder();
  private rest = '';
  private characters = 0;
  /** Whether anything of this API was read. */
  hasHeard = false;

  constructor(api: Api) {
    this.api = api;
  }

  get usage(): Reported | null {
    if (!this.counts || standardTier.test(this.tier)) return this.counts;
    const factor = ownOf(this.api.vendor.tiers, this.tier);
    if (factor !== undefined) return { ...this.counts, factor };
    return { ...this.counts, unpriced: `no known price for the tier "${this.tier.slice(0, 40)}"` };
  }

  /** Reads a whole answer: an object, or a list of stream events. False if it is neither. */
  whole(text: string): boolean {
    const parsed = z
      .union([Json.transform((one) => [one]), z.array(Json).nonempty()])
      .safeParse(jsonOrUndefined(text));
    for (const each of parsed.data ?? []) this.hear(each);
    return parsed.success;
  }

  /** Reads a piece of a stream of server-sent events. */
  piece(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = line.startsWith('data:') ? objectIn(line.slice('data:'.length)) : null;
      if (event) this.hear(event);
    }
  }

  /** The cost of an incomplete answer so far, in picodollars. */
  costSoFar(promptTokens: number, price: Price): number {
    const { usage } = this;
    const output = Math.max(usage?.output ?? 0, Math.ceil(this.characters / spokenPerToken));
    const prompt = usage ?? { input: promptTokens, cacheRead: 0, cacheWrite: 0 };
    return costOf({ ...prompt, output }, price);
  }

  private hear(event: Json): void {
    this.hasHeard = true;
    this.characters += spokenCharacters(event);
    this.counts = this.api.usageIn(event, this.counts);
    this.tier = this.api.tierIn(event) ?? this.tier;
    this.model ??= this.api.modelIn(event);
  }
}

function objectIn(text: string): Json | null {
  return Json.safeParse(jsonOrUndefined(text)).data ?? null;
}

function spokenCharacters(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + spokenCharacters(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, child]) =>
      sum + (typeof child === 'string' ? (spoken.has(key) ? child.length : 0) : spokenCharacters(child)),
    0,
  );
}

/** A model's name for a record: some local servers answer with the path of the file, which has the name of a user. */
export function nameOfModel(answered: string): string {
  const isPath = /^([/~.]|[A-Za-z]:[\\/])/.test(answered);
  return isPath ? (answered.split(/[\\/]/).at(-1) ?? '') : answered;
}

/** The shortest cache of the vendors lasts five minutes; one minute is reserved for the answer. */
const cacheLastsMs = 4 * 60_000;
/** Measured on snapshots of pages; replaced by the ratio in the episode's own requests. */
const charactersPerToken = 2.6;
/** Above every vendor's count for an image of 1,568 px. */
const tokensPerImage = 3300;
/** The expected output before the first answer. */
const firstOutputTokens = 1000;

type LastRequest = { text: string; prompt: number; images: number; atMs: number; isCached: boolean };

/**
 * Estimates the cost of the next request from the last one to the same model. The common part is read from the cache if
 * it is warm, the rest is new, and the answer is as long as the longest so far.
 */
export class Forecast {
  private readonly last = new Map<string, LastRequest>();
  private longestOutput = firstOutputTokens;

  /** The expected cost in picodollars, and the tokens of the prompt. `maxOutput`: the request's own limit. */
  expect(request: { model: string; body: unknown; maxOutput: number | null; price: Price; nowMs: number }) {
    const { model, body, maxOutput, price, nowMs } = request;
    const { text, images } = textOf(body);
    const last = this.last.get(model);
    const shared = last ? commonLength(last.text, text) : 0;
    const perToken = last && last.prompt > 0 ? last.text.length / last.prompt : charactersPerToken;
    const fresh =
      Math.ceil((text.length - shared) / perToken) +
      (last ? Math.max(0, images - last.images) : images) * tokensPerImage;
    const known = last && last.text.length > 0 ? Math.round((last.prompt * shared) / last.text.length) : 0;
    const isWarm = last?.isCached === true && nowMs - last.atMs < cacheLastsMs;
    const output = Math.min(maxOutput ?? this.longestOutput, this.longestOutput);
    const usage: Usage = {
      input: isWarm || last?.isCached ? 0 : known + fresh,
      cacheWrite: last?.isCached ? fresh + (isWarm ? 0 : known) : 0,
      cacheRead: isWarm ? known : 0,
      output,
    };
    return { expected: costOf(usage, price), promptTokens: known + fresh };
  }

  learn({ model, body, usage, nowMs }: { model: string; body: unknown; usage: Usage; nowMs: number }): void {
    const { input, cacheRead, cacheWrite, output } = usage;
    const isCached = cacheRead + cacheWrite > 0;
    this.last.set(model, { ...textOf(body), prompt: input + cacheRead + cacheWrite, atMs: nowMs, isCached });
    this.longestOutput = Math.max(this.longestOutput, output);
  }
}

/** The text of a body without base64 data and cache marks, which move from request to request. */
function textOf(body: unknown): { text: string; images: number } {
  let images = 0;
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'cache_control') return undefined;
    const isImage =
      typeof value === 'string' && value.length > 1000 && (key === 'data' || value.startsWith('data:'));
    if (isImage) images += 1;
    return isImage ? '' : value;
  });
  return { text: text ?? '', images };
}

/** The common length of beginnings and ends, because some clients send the tools after the messages. */
function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let start = 0;
  while (start < end && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let tail = 0;
  while (
    tail < end - start &&
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
  )
    tail += 1;
  return start + tail;
}
