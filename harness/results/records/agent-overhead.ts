import { median } from '../statistics/statistics.ts';
import type { Result } from './result.ts';

/** What an agent costs besides what it does: medians of an episode in ms, and what it asks its model. */
export type AgentOverhead = {
  /** Until its calls came: its start, its thoughts, its model. */
  ownMs: number;
  durationMs: number;
  /** Null where no request to a model was counted. */
  model: { requestsAnEpisode: number; inputTokensARequest: number } | null;
};

/** Null of no episode. */
export function agentOverheadOf(
  episodes: readonly Pick<Result, 'phases' | 'durationMs' | 'requests' | 'tokens'>[],
): AgentOverhead | null {
  const ownMs = median(episodes.map(({ phases }) => phases.adapter));
  const durationMs = median(episodes.map((each) => each.durationMs));
  if (ownMs === null || durationMs === null) return null;
  const asked = episodes.flatMap(({ requests, tokens }) =>
    requests && tokens ? [{ requests, tokens }] : [],
  );
  const requests = asked.reduce((sum, each) => sum + each.requests, 0);
  const input = asked.reduce(
    (sum, { tokens }) => sum + tokens.input + tokens.cacheRead + tokens.cacheWrite,
    0,
  );
  return {
    ownMs,
    durationMs,
    model:
      requests === 0
        ? null
        : { requestsAnEpisode: requests / asked.length, inputTokensARequest: input / requests },
  };
}
