import type { Usage } from './usage.ts';

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
