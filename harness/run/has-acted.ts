import type { Run } from '../results/records/result.ts';

/** A model or an agent that never did anything has no result, whatever kept it from that. */
export function hasActed({ config, episodes }: Pick<Run, 'config' | 'episodes'>): boolean {
  if (config.kind !== 'model' && config.kind !== 'agent') return true;
  return episodes.some(({ steps, requests }) => steps > 0 || (requests ?? 0) > 0);
}
