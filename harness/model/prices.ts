import type { Usage } from './usage.ts';

/** USD per million tokens. */
type Rates = { input: number; output: number; cacheWrite: number; cacheRead: number };

/** `longPrompt` holds for a whole request, output included, whose prompt has more than `above` tokens. */
export type Price = Rates & { longPrompt?: Rates & { above: number } };

/** What the vendors publish. Look at the sources again before a run that costs money, and date what you change. */
export const priceTable: {
  asOf: string;
  sources: readonly string[];
  models: Readonly<Record<string, Price>>;
} = {
  asOf: '2026-11-22',
  sources: [
    'https://platform.claude.com/docs/en/about-claude/pricing (cache writes of 5 minutes)',
    'https://developers.openai.com/api/docs/pricing (standard tier)',
  ],
  models: {
    'claude-fable-5-1': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25 },
    'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
    'claude-opus-5': { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5 },
    'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
    'claude-sonnet-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 },
    'claude-haiku-5-5': {
      input: 0.1,
      output: 0.5,
      cacheWrite: 0.125,
      cacheRead: 0.01,
      longPrompt: { above: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
    },
    'gpt-6-astra': {
      input: 10,
      output: 50,
      cacheWrite: 12.5,
      cacheRead: 1,
      longPrompt: { above: 272_000, input: 20, output: 75, cacheWrite: 25, cacheRead: 2 },
    },
    'gpt-6.1-sol': {
      input: 2,
      output: 10,
      cacheWrite: 2.5,
      cacheRead: 0.1,
      longPrompt: { above: 272_000, input: 4, output: 15, cacheWrite: 5, cacheRead: 0.2 },
    },
    'gpt-6-luna': {
      input: 0.1,
      output: 0.5,
      cacheWrite: 0.125,
      cacheRead: 0.01,
      longPrompt: { above: 272_000, input: 0.2, output: 0.75, cacheWrite: 0.25, cacheRead: 0.02 },
    },
  },
};

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

/** The most that a request can cost, in picodollars: every prompt token at its dearest rate, all output used. */
export function worstCostOf(promptTokens: number, outputTokens: number, price: Price): number {
  const rates = price.longPrompt && promptTokens > price.longPrompt.above ? price.longPrompt : price;
  const dearest = Math.max(rates.input, rates.cacheWrite, rates.cacheRead);
  return promptTokens * picoPerToken(dearest) + outputTokens * picoPerToken(rates.output);
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
