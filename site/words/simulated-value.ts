import type { Simulations } from '../../harness/simulation/simulate.ts';
import { formatPercent } from '../../harness/words/format.ts';
import { plural, unbroken } from './format.ts';

/** `95.2 %`, `3 commits`. */
export function simulatedValue({
  unit,
  value,
}: Pick<Simulations['cases'][number], 'unit' | 'value'>): string {
  return unbroken(unit === 'share' ? formatPercent(value) : plural(value, 'commit'));
}
