import { ownOf } from '../../../platform/words/known-names.ts';

/** Tokens of one request or of many as the API reported them; `input` without those written to or read from a cache. */
export type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** The usage of one request, with what its price depends on besides. */
export type Reported = Usage & {
  /** Those of `cacheWrite` that are kept for an hour. */
  hourWrite?: number;
  /** By what the rates of its tier differ from the standard ones; 1 where it is left out. */
  factor?: number;
  /** Fields of the vendor's that hold no count though they must; what they stand for is 0 here. */
  unsaid?: readonly string[];
  /** Why the price of these counts is not known. */
  unpriced?: string;
};

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** USD per million tokens. */
type Rates = { input: number; output: number; cacheWrite: number; cacheRead: number };

/** `longPrompt` holds for a whole request, output included, whose prompt has more than `above` tokens. */
export type Price = Rates & { longPrompt?: Rates & { above: number } };

/** Of the rate of input: the price of a token that is written to a cache for an hour. */
const hourWriteFactor = 2;

/** Cost in picodollars, a whole number: a price of six decimals per million tokens makes no fraction of one. */
export function costOf({ input, output, cacheRead, cacheWrite, ...more }: Reported, price: Price): number {
  const { hourWrite = 0, factor = 1 } = more;
  const prompt = input + cacheRead + cacheWrite;
  const rates = price.longPrompt && prompt > price.longPrompt.above ? price.longPrompt : price;
  const standard =
    input * picoPerToken(rates.input) +
    output * picoPerToken(rates.output) +
    (cacheWrite - hourWrite) * picoPerToken(rates.cacheWrite) +
    hourWrite * picoPerToken(Math.max(rates.cacheWrite, hourWriteFactor * rates.input)) +
    cacheRead * picoPerToken(rates.cacheRead);
  return factor === 1 ? standard : Math.round(factor * standard);
}

const picoPerUsd = 1e12;

export function toUsd(pico: number): number {
  return pico / picoPerUsd;
}

export function toPico(usd: number): number {
  return Math.round(usd * picoPerUsd);
}

/** One USD per million tokens is a million picodollars per token. */
function picoPerToken(usdPerMillion: number): number {
  return Math.round(usdPerMillion * 1e6);
}

export type KnownModel = Price & {
  /** Tokens of a prompt that the model takes; where no source says it, a figure that all current models take. */
  window: number;
  /** The last day of this price (`2026-12-31`, UTC), and the announced price after it. */
  until?: string;
  after?: Price;
};

/** OpenAI's models of this year take 922,000 tokens; above 272,000 a whole request costs double, its output half more. */
function openai(input: number, output: number, cacheRead: number): KnownModel {
  const cacheWrite = 1.25 * input;
  const longPrompt = {
    above: 272_000,
    input: 2 * input,
    output: 1.5 * output,
    cacheWrite: 2 * cacheWrite,
    cacheRead: 2 * cacheRead,
  };
  return { input, output, cacheWrite, cacheRead, longPrompt, window: 922_000 };
}

/** Anthropic's cache: writes of five minutes cost a quarter more than other input. */
function claude(input: number, output: number, cacheRead: number, window = 1_000_000): KnownModel {
  return { input, output, cacheWrite: 1.25 * input, cacheRead, window };
}

/** Writing to Google's implicit cache costs what other input does. */
function google(input: number, output: number, cacheRead: number): KnownModel {
  return { input, output, cacheWrite: input, cacheRead, window: 1_000_000 };
}

type PriceTable = {
  asOf: string;
  sources: readonly string[];
  models: Readonly<Record<string, KnownModel>>;
};

/** What the vendors publish. Look at the sources again before a run that costs money, and date what you change. */
export const priceTable: PriceTable = {
  asOf: '2026-11-26',
  sources: [
    'https://platform.claude.com/docs/en/about-claude/pricing (cache writes of 5 minutes)',
    'https://developers.openai.com/api/docs/pricing (standard tier, cache writes of 30 minutes)',
    'https://ai.google.dev/gemini-api/docs/pricing (paid tier, without the storage of explicit caches)',
    'https://docs.x.ai/developers/models',
    'https://api-docs.deepseek.com/quick_start/pricing (peak hours)',
  ],
  models: {
    'claude-fable-5-2': claude(8, 40, 0.2),
    'claude-fable-5-1': claude(10, 50, 0.25),
    'claude-fable-5': claude(10, 50, 1),
    'claude-mythos-5-1': claude(10, 50, 0.25),
    'claude-mythos-5': claude(10, 50, 1),
    'claude-opus-5-5': claude(4, 20, 0.2),
    'claude-opus-5': claude(5, 25, 0.5),
    'claude-opus-4-8': claude(5, 25, 0.5, 200_000),
    'claude-opus-4-7': claude(5, 25, 0.5, 200_000),
    'claude-sonnet-5-5': claude(2, 10, 0.1),
    'claude-sonnet-5': claude(2, 10, 0.2),
    'claude-sonnet-4-6': claude(3, 15, 0.3, 200_000),
    'claude-haiku-5-5': {
      ...claude(0.1, 0.5, 0.01),
      longPrompt: { above: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
    },
    'claude-haiku-4-5': claude(1, 5, 0.1, 200_000),
    'gpt-6.2-astra': openai(8, 40, 0.4),
    'gpt-6.2-sol': openai(2, 10, 0.1),
    'gpt-6.1-sol': openai(2, 10, 0.1),
    'gpt-6.1-terra': openai(1, 5, 0.05),
    'gpt-6-astra': openai(10, 50, 1),
    'gpt-6-sol': openai(2, 10, 0.2),
    'gpt-6-luna': openai(0.1, 0.5, 0.01),
    'gpt-5.6-sol': openai(4, 20, 0.4),
    'gpt-5.6-terra': openai(2, 12, 0.2),
    'gpt-5.6-luna': openai(0.2, 1.2, 0.02),
    'gemini-4-neon': google(3, 15, 0.15),
    'gemini-4-argon': { ...google(2, 10, 0.1), until: '2026-11-30', after: google(4, 20, 0.2) },
    'gemini-4-hydrogen': google(1.5, 7.5, 0.075),
    'gemini-3.8-flash': { ...google(0.75, 3.75, 0.075), until: '2026-12-31', after: google(1.5, 7.5, 0.15) },
    'gemini-3.1-pro-preview': {
      ...google(2, 12, 0.2),
      longPrompt: { above: 200_000, input: 4, output: 18, cacheWrite: 4, cacheRead: 0.4 },
    },
    'grok-4.7': {
      ...{ input: 2, output: 6, cacheWrite: 2, cacheRead: 0.5, window: 500_000 },
      // They say "200,000 and above".
      longPrompt: { above: 199_999, input: 4, output: 12, cacheWrite: 4, cacheRead: 1 },
    },
    'deepseek-flash': { input: 0.3, output: 1.2, cacheWrite: 0.3, cacheRead: 0.006, window: 1_000_000 },
    'deepseek-v4-pro': { input: 1.32, output: 3.96, cacheWrite: 1.32, cacheRead: 0.044, window: 1_000_000 },
  },
};

/** The price of a model of the table on a day; null for one that it does not have, or whose price has ended. */
export function knownPrice(model: string, at = new Date(), { models } = priceTable): KnownModel | null {
  const known = ownOf(models, model);
  if (!known?.until || dayOf(at) <= known.until) return known ?? null;
  return known.after ? { ...known.after, window: known.window } : null;
}

/** A table that is older than this many days is likely to have a price that was changed. */
const freshDays = 60;

/** What of the table a day has overtaken, in words: empty while it is fresh. */
export function staleIn({ asOf, models }: PriceTable, at = new Date()): string[] {
  const days = Math.floor((at.getTime() - Date.parse(asOf)) / 86_400_000);
  return [
    ...(days > freshDays ? [`the table of prices is ${days} days old (${asOf})`] : []),
    ...Object.entries(models).flatMap(([model, { until, after }]) =>
      until !== undefined && dayOf(at) > until
        ? [
            `the price of ${model} ended on ${until}${after ? '; its announced price holds' : ' and is unknown now'}`,
          ]
        : [],
    ),
  ];
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Of a model that is not in the table: what hardly any model with tools takes less than. */
const unknownWindow = 128_000;

export function windowOf(model: string): number {
  return ownOf(priceTable.models, model)?.window ?? unknownWindow;
}

/** Why a run of a model is a rehearsal; null if it is none. Only the vendor's address shows which model answers. */
export function whyRehearsal(
  { endpoint, asked }: { endpoint: 'vendor' | 'private' | 'loopback'; asked: string },
  { priceByFlag }: { priceByFlag: boolean },
): string | null {
  if (endpoint !== 'vendor')
    return `the model is asked at a ${endpoint} address; only the vendor's own shows which model answers`;
  return priceByFlag && Object.hasOwn(priceTable.models, asked)
    ? `flags set the price of ${asked}, which the table of prices has`
    : null;
}
