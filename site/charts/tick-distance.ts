import type { Unit } from '../../harness/platform/words/units.ts';

/** Between the ticks of an axis from zero, so that at most five stand above it; undefined where the unit leaves it open. */
export function distanceOfTicks({ distances }: Unit, values: readonly number[]): number | undefined {
  const most = Math.max(0, ...values);
  return distances?.find((distance) => most / distance <= 5);
}
