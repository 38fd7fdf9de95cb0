import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import type { Budget, Held } from './budget.ts';
import { type Dialect, type Json, objectOf } from './dialects/dialect.ts';
import { costOf, type Price } from './prices.ts';
import type { Usage } from './usage.ts';

/** Fewer than any tokenizer makes of a token, so that output is rather counted too high. */
const charactersPerToken = 3;
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

/** Reads of an answer, whole or streamed, what it used, while it passes. */
export class Meter {
  usage: Usage | null = null;
  model: string | null = null;
  private readonly dialect: Dialect;
  private readonly decoder = new TextDecoder();
  private rest = '';
  private characters = 0;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** The whole answer. False where it is no JSON object. */
  whole(text: string): boolean {
    const said = parse(text);
    if (said) this.hear(said);
    return said !== null;
  }

  /** A piece of a stream of server-sent events. */
  piece(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = line.startsWith('data:') ? parse(line.slice('data:'.length)) : null;
      if (!said) continue;
      this.characters += spokenCharacters(said);
      this.hear(said);
    }
  }

  /** What an answer that is still coming has cost so far, in picodollars. */
  costSoFar(promptTokens: number, price: Price): number {
    const output = Math.max(this.usage?.output ?? 0, Math.ceil(this.characters / charactersPerToken));
    const prompt = this.usage ?? { input: promptTokens, cacheRead: 0, cacheWrite: 0 };
    return costOf({ ...prompt, output }, price);
  }

  private hear(said: Json): void {
    this.usage = this.dialect.usageIn(said, this.usage);
    this.model ??= this.dialect.modelIn(said);
  }
}

/** Whether the money that is left for a request is spent by what has come of its answer. */
export function isSpent(
  budget: Budget,
  held: Held,
  meter: Meter,
  promptTokens: number,
  price: Price,
): boolean {
  return meter.costSoFar(promptTokens, price) > budget.leftFor(held);
}

function parse(text: string): Json | null {
  const value = jsonOrUndefined(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectOf(value) : null;
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
