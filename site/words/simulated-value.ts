import { formatPercent } from '../../harness/platform/words/format.ts';
import { plural, unbroken } from '../../harness/publish/board/format.ts';
import type { Simulations } from '../../harness/results/records/simulations.ts';

/** `95.2 %`, `3 commits`. */
export function simulatedValue({
  unit,
  value,
}: Pick<Simulations['cases'][number], 'unit' | 'value'>): string {
  return unbroken(unit === 'share' ? formatPercent(value) : plural(value, 'commit'));
}
