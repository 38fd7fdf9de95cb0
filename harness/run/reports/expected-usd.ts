import { costOf, type Price, toUsd } from '../../agents/models/proxy/prices.ts';

/** Of the tool list and the first prompt: 5,100 to 10,600 with the listed servers. */
const firstPromptTokens = 8000;
/** Measured on snapshots of pages. */
const bytesPerToken = 2.6;
/** Of a turn, thinking included; 200 to 500 with the models of the table at the effort that is theirs. */
const outputTokens = 350;

/**
 * What an episode would cost whose calls are answered with so many bytes: each request reads from the cache what the
 * one before it had, writes what is new, and is answered with 350 tokens; the last one says done.
 */
export function expectedUsd(answerBytes: readonly number[], price: Price): number {
  let known = 0;
  let pico = 0;
  for (const bytes of [null, ...answerBytes]) {
    const fresh = bytes === null ? firstPromptTokens : Math.ceil(bytes / bytesPerToken) + outputTokens;
    pico += costOf({ input: 0, cacheWrite: fresh, cacheRead: known, output: outputTokens }, price);
    known += fresh;
  }
  return toUsd(pico);
}
