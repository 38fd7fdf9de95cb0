import * as z from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { ownOf } from '../../../platform/words/known-names.ts';
import { type Api, Json } from '../apis/api.ts';
import { costOf, type Price, type Reported, type Usage } from './prices.ts';

/** Fewer than any tokenizer makes of a token, so that output is rather counted too high. */
const spokenPerToken = 3;
/** Fields in which models speak, think or call. */
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

/** Words for the tier whose rates are the standard ones. */
const standardTier = /^(default|standard|standard_only|auto|on_demand)?$/;

/** Reads of an answer, whole or streamed, what it used, while it passes. */
export class Meter {
  model: string | null = null;
  private counts: Reported | null = null;
  private tier = '';
  private readonly api: Api;
  private readonly decoder = new TextDecoder();
  private rest = '';
  private characters = 0;

  constructor(api: Api) {
    this.api = api;
  }

  get usage(): Reported | null {
    if (!this.counts || standardTier.test(this.tier)) return this.counts;
    const factor = ownOf(this.api.vendor.tiers, this.tier);
    if (factor !== undefined) return { ...this.counts, factor };
    return { ...this.counts, unpriced: `no price is known of the tier "${this.tier.slice(0, 40)}"` };
  }

  /** The whole answer, an object or a list of the events of a stream. False where it is neither. */
  whole(text: string): boolean {
    const said = z
      .union([Json.transform((one) => [one]), z.array(Json).nonempty()])
      .safeParse(jsonOrUndefined(text));
    for (const each of said.data ?? []) this.hear(each);
    return said.success;
  }

  /** A piece of a stream of server-sent events. */
  piece(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = line.startsWith('data:') ? objectIn(line.slice('data:'.length)) : null;
      if (said) this.hear(said);
    }
  }

  /** What an answer that is still coming has cost so far, in picodollars. */
  costSoFar(promptTokens: number, price: Price): number {
    const { usage } = this;
    const output = Math.max(usage?.output ?? 0, Math.ceil(this.characters / spokenPerToken));
    const prompt = usage ?? { input: promptTokens, cacheRead: 0, cacheWrite: 0 };
    return costOf({ ...prompt, output }, price);
  }

  private hear(said: Json): void {
    this.characters += spokenCharacters(said);
    this.counts = this.api.usageIn(said, this.counts);
    this.tier = this.api.tierIn(said) ?? this.tier;
    this.model ??= this.api.modelIn(said);
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

/** The vendors' shortest cache lasts five minutes; a minute is left for the answer. */
const cacheLastsMs = 4 * 60_000;
/** Measured on snapshots of pages; replaced by what the requests of the episode itself show. */
const charactersPerToken = 2.6;
/** More than any vendor counts for an image of 1,568 px. */
const tokensPerImage = 3300;
/** Of output, until an answer has shown how long they are. */
const firstOutputTokens = 1000;

type LastRequest = { text: string; prompt: number; images: number; atMs: number; isCached: boolean };

/**
 * Expects what the next request will cost from what the last one to the same model did: what both have in common is
 * read from the cache where that is warm, the rest is new, and the answer is as long as the longest so far.
 */
export class Forecast {
  private readonly last = new Map<string, LastRequest>();
  private longestOutput = firstOutputTokens;

  /** In picodollars, and the tokens of the prompt. `maxOutput`: the limit that the request itself sets. */
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

/** Base64 is no text, and the marks of a cache move on from request to request. */
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

/** Of the beginnings and of the ends: some clients send the tools behind the messages. */
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
