import { ownOf } from '../../../platform/words/known-names.ts';
import type { ModelRecord } from '../../../results/records/run-identity.ts';

/** Tokens of one or more requests as the API reported them; `input` is without cache writes and reads. */
export type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** The usage of one request, with further factors of its price. */
export type Reported = Usage & {
  /** The part of `cacheWrite` that is kept for an hour. */
  hourWrite?: number;
  /** The factor of its tier on the standard rates; default: 1. */
  factor?: number;
  /** Required fields of the vendor without a count; their counts are 0 here. */
  unsaid?: readonly string[];
  /** The reason why the price of these counts is unknown. */
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

/** `longPrompt` is the price of a whole request, including output, if its prompt has more than `above` tokens. */
export type Price = Rates & { longPrompt?: Rates & { above: number } };

export function isFree({ input, output, cacheWrite, cacheRead, longPrompt }: Price): boolean {
  return longPrompt === undefined && input + output + cacheWrite + cacheRead === 0;
}

/** The factor on the input rate for a token that is written to a cache for an hour. */
const hourWriteFactor = 2;

/** The cost in picodollars, always a whole number for prices with up to six decimals per million tokens. */
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
  /** The limit of a prompt in tokens; without a source, a figure that all current models accept. */
  window: number;
  /** The last day of this price (`2026-12-31`, UTC), and the announced price after it. */
  until?: string;
  after?: Price;
  /** The page and the day of these figures, if they are not those of the table. */
  seen?: { source: string; date: string };
};

/**
 * OpenAI's models of this year accept 922,000 tokens; above 272,000 a whole request costs double, and its output 1.5
 * times.
 */
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

/** Anthropic's five-minute cache writes cost a quarter more than other input. */
function claude(input: number, output: number, cacheRead: number, window = 1_000_000): KnownModel {
  return { input, output, cacheWrite: 1.25 * input, cacheRead, window };
}

/** Writing to Google's implicit cache costs the same as other input. */
function google(input: number, output: number, cacheRead: number): KnownModel {
  return { input, output, cacheWrite: input, cacheRead, window: 1_000_000 };
}

/** Mistral bills cached tokens at a tenth of other input (https://docs.mistral.ai/inference/conversations/advanced/prompt-caching). */
function mistral(input: number, output: number, window: number, source: string, date: string): KnownModel {
  return { input, output, cacheWrite: input, cacheRead: input / 10, window, seen: { source, date } };
}

/** The international price; writing to the implicit cache costs the same as other input. */
function qwen(input: number, output: number, cacheRead: number, source: string, date: string): KnownModel {
  return { input, output, cacheWrite: input, cacheRead, window: 991_000, seen: { source, date } };
}

const mistralMedium = mistral(
  1.5,
  7.5,
  262_144,
  'https://docs.mistral.ai/models/model-cards/mistral-medium-3-5-26-04',
  '2026-07-01',
);
const qwenMax = qwen(2, 6, 0.25, 'https://www.qwencloud.com/models/qwen3.8-max', '2026-09-03');

type PriceTable = {
  asOf: string;
  sources: readonly string[];
  models: Readonly<Record<string, KnownModel>>;
};

/** The published prices of the vendors. Check the sources before a run that costs money, and update the date. */
export const priceTable: PriceTable = {
  asOf: '2026-11-26',
  sources: [
    'https://platform.claude.com/docs/en/about-claude/pricing (cache writes of 5 minutes)',
    'https://developers.openai.com/api/docs/pricing (standard tier, cache writes of 30 minutes)',
    'https://ai.google.dev/gemini-api/docs/pricing (paid tier, without the storage of explicit caches)',
    'https://docs.x.ai/developers/models',
    'https://api-docs.deepseek.com/quick_start/pricing (peak hours)',
    'https://platform.kimi.ai/docs/pricing/chat-k3',
    'https://docs.z.ai/guides/overview/pricing',
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
      // The source says "200,000 and above".
      longPrompt: { above: 199_999, input: 4, output: 12, cacheWrite: 4, cacheRead: 1 },
    },
    'deepseek-flash': { input: 0.3, output: 1.2, cacheWrite: 0.3, cacheRead: 0.006, window: 1_000_000 },
    'kimi-k3': { input: 3, output: 15, cacheWrite: 3, cacheRead: 0.3, window: 1_048_576 },
    'glm-5.3': { input: 1.4, output: 4.4, cacheWrite: 1.4, cacheRead: 0.26, window: 1_048_576 },
    'mistral-large-2512': mistral(0.5, 1.5, 262_144, 'https://mistral.ai/pricing', '2026-06-17'),
    'mistral-medium-2604': mistralMedium,
    'mistral-medium-3-5': mistralMedium,
    'mistral-small-2603': mistral(0.15, 0.6, 128_000, 'https://mistral.ai/pricing', '2026-07-01'),
    'qwen3.8-max': qwenMax,
    'qwen3.8-max-0902': qwenMax,
    'qwen3.8-flash': qwen(
      0.15,
      0.47,
      0.016,
      'https://www.alibabacloud.com/help/en/model-studio/qwen3-8-flash',
      '2026-08-28',
    ),
    'deepseek-v4-pro': { input: 1.32, output: 3.96, cacheWrite: 1.32, cacheRead: 0.044, window: 1_000_000 },
  },
};

/** The price of a model on a day; null if the table lacks the model or its price has ended. */
export function knownPrice(model: string, at = new Date(), { models } = priceTable): KnownModel | null {
  const known = ownOf(models, model);
  if (!known?.until || dayOf(at) <= known.until) return known ?? null;
  return known.after ? { ...known.after, window: known.window } : null;
}

/** The day and the sources of a known price. */
export function priceSourceOf(model: string): { date: string; sources: readonly string[] } {
  const seen = ownOf(priceTable.models, model)?.seen;
  return seen
    ? { date: seen.date, sources: [seen.source] }
    : { date: priceTable.asOf, sources: priceTable.sources };
}

/** The age in days after which some price has probably changed. */
const freshDays = 60;

/** The outdated parts of the table on a day, as messages; empty while it is fresh. */
export function staleIn({ asOf, models }: PriceTable, at = new Date()): string[] {
  const days = Math.floor((at.getTime() - Date.parse(asOf)) / 86_400_000);
  return [
    ...(days > freshDays ? [`the price table is ${days} days old (${asOf})`] : []),
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

/** The window of a model outside the table; hardly any model with tools has a smaller one. */
const unknownWindow = 128_000;

export function windowOf(model: string): number {
  return ownOf(priceTable.models, model)?.window ?? unknownWindow;
}

/**
 * The reason why a run of a model is a rehearsal; null if it is official. Only the address of a vendor or of a listed
 * host proves which model answers.
 */
export function whyRehearsal(
  { endpoint, asked, local }: Pick<ModelRecord, 'endpoint' | 'asked' | 'local'>,
  { priceByFlag }: { priceByFlag: boolean },
): string | null {
  if (endpoint === 'local')
    return local?.network === 'none'
      ? null
      : 'this machine has no namespaces, so the runtime of the weights had a network and something else may have answered';
  if (endpoint === 'private' || endpoint === 'loopback') {
    const wayOut =
      endpoint === 'loopback' ? '. To play weights of yours as a ranked run, use --model-file' : '';
    return `the model is asked at a ${endpoint} address; only the address of a vendor or of a listed host proves which model answers${wayOut}`;
  }
  return priceByFlag && Object.hasOwn(priceTable.models, asked)
    ? `flags set the price of ${asked}, although the price table has it`
    : null;
}
