import { clip } from '../../harness/words/clip.ts';
import { compared } from '../words/compared.ts';
import { formatDate, visible } from '../words/format.ts';
import type { GroupedRow } from './headline.ts';
import type { Stamp } from './stamp.ts';

/** The names of shields.io with the colours that we draw them in. */
export const badgeColours = {
  brightgreen: '#22863a',
  red: '#b3261e',
  blue: '#0b62a8',
  lightgrey: '#6a7076',
} as const;

export type Badge = { label: string; message: string; color: keyof typeof badgeColours };

const freshMs = 30 * 24 * 60 * 60 * 1000;

/**
 * What a badge says of a row. A replay is a gate, green when all of it passed and red otherwise; a model's score is
 * blue, for it is a measurement and no gate. Grey: there is no run, it is older than 30 days, or nobody attests it, and then
 * its score is not said.
 */
export function badgeOf(headline: GroupedRow | null, { asOf, synthetic }: Stamp): Badge {
  const mark = synthetic ? 'SYNTHETIC ' : '';
  if (headline === null)
    return { label: `${mark}contract-bench`, message: 'no attested run yet', color: 'lightgrey' };
  const { group, row } = headline;
  const { passed, total, wilson95 } = row.score;
  const [low, high] = wilson95.map((bound) => Math.round(bound * 100));
  const old = asOf !== null && Date.parse(asOf) - Date.parse(row.startedAt) > freshMs;
  const gate = total > 0 && passed === total ? 'brightgreen' : 'red';
  const label = clip(visible(`${mark}${group.suite}: ${compared(row)}`), 80).toWellFormed();
  if (!row.attested) return { label, message: 'not attested', color: 'lightgrey' };
  return {
    label,
    message: `${passed} / ${total} (${low}–${high} %), ${formatDate(row.startedAt)}`,
    color: old ? 'lightgrey' : group.kind === 'model' ? 'blue' : gate,
  };
}

/** As shields.io takes it from an endpoint. */
export function shieldsBadge(badge: Badge) {
  return { schemaVersion: 1, ...badge };
}
