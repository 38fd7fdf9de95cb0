import type { Unit } from '../../harness/platform/words/units.ts';

/** Distance between the ticks of an axis from zero, with at most five ticks above it; undefined if the unit does not set it. */
export function distanceOfTicks({ distances }: Unit, values: readonly number[]): number | undefined {
  const most = Math.max(0, ...values);
  return distances?.find((distance) => most / distance <= 5);
}
