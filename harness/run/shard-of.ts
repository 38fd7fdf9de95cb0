import { UserError } from '../platform/errors/user-error.ts';
import { shardAt } from '../results/records/merge-shards.ts';
import type { PlannedRun } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/**
 * Deals the episodes of a run, in the order of its plan, like cards to `count` shards, and keeps those of one. The
 * runs keep their comparability keys: those of the whole. Throws `UserError` where a shard would stay empty.
 */
export function shardOf(
  planned: PlannedRun[],
  { index, count }: NonNullable<PlanOptions['shard']>,
  save: boolean,
): PlannedRun[] {
  const all = planned.reduce((sum, { scheduled }) => sum + scheduled.length, 0);
  if (count > all)
    throw new UserError(
      `--shard: found ${index}/${count}; allowed are at most ${all} shards for ${all} episodes`,
    );
  let before = 0;
  return planned.map((plan) => {
    const episodes = plan.scheduled.length;
    const shard = { index, count, episodes, before, save };
    before += episodes;
    const isOurs = (_: unknown, position: number) => shardAt(shard, position) === index;
    const { comparabilityKey, ...config } = plan.run.config;
    return {
      ...plan,
      run: { ...plan.run, config: { ...config, shard, comparabilityKey } },
      scheduled: plan.scheduled.filter(isOurs),
      order: plan.order.filter(isOurs),
    };
  });
}
