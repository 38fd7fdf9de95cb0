import type { Simulations } from '../../harness/simulation/simulate.ts';
import { formatPercent } from '../../harness/words/format.ts';
import { plural } from './format.ts';

/** `95.2 %`, `3 commits`. */
export function simulatedValue({
  unit,
  value,
}: Pick<Simulations['cases'][number], 'unit' | 'value'>): string {
  return unit === 'share' ? formatPercent(value) : plural(value, 'commit');
}
