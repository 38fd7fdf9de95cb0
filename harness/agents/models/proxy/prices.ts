/** Tokens of one request or of many as the API reported them; `input` without those written to or read from a cache. */
export type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number };

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

/** Cost in picodollars, a whole number: a price of six decimals per million tokens makes no fraction of one. */
export function costOf(usage: Usage, price: Price): number {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const rates = price.longPrompt && prompt > price.longPrompt.above ? price.longPrompt : price;
  return (
    usage.input * picoPerToken(rates.input) +
    usage.output * picoPerToken(rates.output) +
    usage.cacheWrite * picoPerToken(rates.cacheWrite) +
    usage.cacheRead * picoPerToken(rates.cacheRead)
  );
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
};

/** OpenAI's models of this year take 922,000 tokens; above 272,000 a whole request costs double, its output half more. */
function openai(input: number, output: number, cacheWrite: number, cacheRead: number): KnownModel {
  const longPrompt = {
    above: 272_000,
    input: 2 * input,
    output: 1.5 * output,
    cacheWrite: 2 * cacheWrite,
    cacheRead: 2 * cacheRead,
  };
  return { input, output, cacheWrite, cacheRead, longPrompt, window: 922_000 };
}

/** What the vendors publish. Look at the sources again before a run that costs money, and date what you change. */
export const priceTable: {
  asOf: string;
  sources: readonly string[];
  models: Readonly<Record<string, KnownModel>>;
} = {
  asOf: '2026-11-22',
  sources: [
    'https://platform.claude.com/docs/en/about-claude/pricing (cache writes of 5 minutes)',
    'https://developers.openai.com/api/docs/pricing (standard tier)',
    'https://ai.google.dev/gemini-api/docs/pricing (paid tier, without the storage of explicit caches)',
  ],
  models: {
    // Its rate of cache reads was not found: the general rule of the vendor, a tenth, is the most that it can be.
    'claude-fable-5-2': { input: 8, output: 40, cacheWrite: 10, cacheRead: 0.8, window: 1_000_000 },
    'claude-fable-5-1': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25, window: 1_000_000 },
    'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2, window: 1_000_000 },
    'claude-opus-5': { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5, window: 1_000_000 },
    'claude-opus-4-8': { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5, window: 200_000 },
    'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1, window: 1_000_000 },
    'claude-sonnet-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2, window: 1_000_000 },
    'claude-haiku-5-5': {
      input: 0.1,
      output: 0.5,
      cacheWrite: 0.125,
      cacheRead: 0.01,
      longPrompt: { above: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
      window: 1_000_000,
    },
    'claude-haiku-4-5': { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1, window: 200_000 },
    'gpt-6-astra': openai(10, 50, 12.5, 1),
    'gpt-6.2-sol': openai(2, 10, 2.5, 0.1),
    'gpt-6.1-sol': openai(2, 10, 2.5, 0.1),
    'gpt-6.1-terra': openai(1, 5, 1.25, 0.05),
    'gpt-6-sol': openai(2, 10, 2.5, 0.2),
    'gpt-6-luna': openai(0.1, 0.5, 0.125, 0.01),
    // Until 2026-12-31, then double. Writing to its implicit cache costs what other input does.
    'gemini-3.8-flash': { input: 0.75, output: 3.75, cacheWrite: 0.75, cacheRead: 0.075, window: 1_000_000 },
  },
};

/** Of a model that is not in the table: what hardly any model with tools takes less than. */
const unknownWindow = 128_000;

export function windowOf(model: string): number {
  return priceTable.models[model]?.window ?? unknownWindow;
}

/** Nobody can tell what answered at another address, and what a known model costs is not for a flag to say. */
export function isRehearsal(
  { endpoint, asked }: { endpoint: 'vendor' | 'private' | 'loopback'; asked: string },
  { priceByFlag }: { priceByFlag: boolean },
): boolean {
  return endpoint !== 'vendor' || (priceByFlag && asked in priceTable.models);
}
