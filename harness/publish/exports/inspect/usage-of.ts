import type { Run } from '../../../results/records/result.ts';
import type { Trajectory } from '../../../results/score/trajectory.ts';
import { known } from '../run/known.ts';
import type { PlayedEpisode } from '../run/played-episode.ts';

type Used = Trajectory['usage'];

/** Inspect's own word for a run without a model. */
const noModel = 'none/none';

export function modelName({ config }: Pick<Run, 'config'>): string {
  return config.model?.asked ?? noModel;
}

export function usageOf({ trajectory }: PlayedEpisode): object | null {
  return usageRecord(trajectory?.usage ?? null);
}

/** Of all episodes together; empty where one used what nobody counted. */
export function sumOfUsage(run: Pick<Run, 'config'>, used: readonly Used[]): Record<string, object> {
  const asked = used.filter((usage) => usage !== null);
  const all = asked.flatMap(({ tokens }) => (tokens ? [tokens] : []));
  if (asked.length === 0 || all.length < used.length) return {};
  const sum = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    all.reduce((before, tokens) => before + tokens[name], 0);
  const tokens = {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
  };
  const costs = asked.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const usd = costs.length < asked.length ? null : costs.reduce((before, cost) => before + cost, 0);
  const record = usageRecord({ tokens, usd });
  return record ? { [modelName(run)]: record } : {};
}

/** The format has no usage without its tokens. Its input, as ours, is without what a cache was read from or written with. */
function usageRecord(usage: Pick<NonNullable<Used>, 'tokens' | 'usd'> | null): object | null {
  if (!usage?.tokens) return null;
  const { input, output, cacheRead, cacheWrite } = usage.tokens;
  return known({
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output + cacheRead + cacheWrite,
    input_tokens_cache_read: cacheRead,
    input_tokens_cache_write: cacheWrite,
    total_cost: usage.usd,
  });
}
