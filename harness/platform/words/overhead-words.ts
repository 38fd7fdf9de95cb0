import { formatCount, formatDuration, formatTokens } from './format.ts';

/** How long an agent takes until its calls come, of a median episode; and what it asks its model. Times in ms. */
export function overheadWords({
  ownMs,
  durationMs,
  model,
}: {
  ownMs: number;
  durationMs: number;
  model: { requestsAnEpisode: number; inputTokensARequest: number } | null;
}): string {
  const asks = model
    ? `; ${formatCount(model.requestsAnEpisode)} requests an episode, ${formatTokens(model.inputTokensARequest)} tokens of input each`
    : '';
  return `${formatDuration(ownMs)} of ${formatDuration(durationMs)} of an episode until its calls came (medians)${asks}`;
}
