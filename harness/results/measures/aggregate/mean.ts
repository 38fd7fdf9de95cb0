import type { Core } from '../measure.ts';
import { ofKnown } from './known.ts';
import { rounded } from './rounded.ts';

/** The mean over the episodes of which it is known. */
export function mean<Id extends string, Episode>(core: Core<Id, Episode>) {
  return ofKnown(core, (known) =>
    known.length === 0 ? null : rounded(known.reduce((sum, [, value]) => sum + value, 0) / known.length),
  );
}
