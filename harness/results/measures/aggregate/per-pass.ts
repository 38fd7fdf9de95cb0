import type { Core } from '../measure.ts';
import { ofKnown } from './known.ts';
import { rounded } from './rounded.ts';

/** The sum over the episodes of which it is known, for each of these that passed; null where none did. */
export function perPass<Id extends string, Episode extends { success: boolean }>(core: Core<Id, Episode>) {
  return ofKnown(core, (known) => {
    const passed = known.filter(([{ success }]) => success).length;
    return passed === 0 ? null : rounded(known.reduce((sum, [, value]) => sum + value, 0) / passed);
  });
}
