import { clip } from '../../harness/platform/words/clip.ts';
import { compared } from '../../harness/publish/board/compared.ts';
import { formatDate, visible } from '../../harness/publish/board/format.ts';
import { frameName } from '../../harness/publish/board/frame-name.ts';
import type { GroupedRow } from '../../harness/publish/board/headline.ts';
import type { Stamp } from '../../harness/publish/board/stamp.ts';
import { isOfAgent } from '../../harness/results/records/run-kind.ts';

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
 * What a badge says of a row. A replay is a gate, green when all of it passed and red otherwise, and no number: out of
 * its page that would be a score. An agent's score is blue, for it is a measurement and no gate; what has no agent is
 * named by what it is. Grey: there is no run, it is older than 30 days, or nobody attests it, and then nothing is said of it.
 */
export function badgeOf(headline: GroupedRow | null, { asOf, synthetic }: Stamp): Badge {
  const mark = synthetic ? 'SYNTHETIC ' : '';
  if (headline === null)
    return { label: `${mark}contract-bench`, message: 'no attested run yet', color: 'lightgrey' };
  const { group, row } = headline;
  const { passed, total } = row.score;
  const old = asOf !== null && Date.parse(asOf) - Date.parse(row.startedAt) > freshMs;
  const isGreen = total > 0 && passed === total;
  const label = clip(visible(`${mark}${group.suite}: ${compared(row)}`), 80).toWellFormed();
  if (!row.attested) return { label, message: 'not attested', color: 'lightgrey' };
  const found = isOfAgent(group.kind) ? scored(row) : (framed(group.kind) ?? gated(isGreen));
  const message = `${found.message}, ${formatDate(row.startedAt)}`;
  return { label, message, color: old ? 'lightgrey' : found.color };
}

type Said = Pick<Badge, 'message' | 'color'>;

function scored({ score: { passed, total, wilson95 } }: GroupedRow['row']): Said {
  const [low, high] = wilson95.map((bound) => Math.round(bound * 100));
  return { message: `${passed} / ${total} (${low}–${high} % on these tasks)`, color: 'blue' };
}

function framed(kind: GroupedRow['group']['kind']): Said | null {
  const name = frameName(kind);
  return name === null ? null : { message: `${name}, no agent`, color: 'lightgrey' };
}

function gated(isGreen: boolean): Said {
  return isGreen ? { message: 'gate: green', color: 'brightgreen' } : { message: 'gate: red', color: 'red' };
}

/** As shields.io takes it from an endpoint. */
export function shieldsBadge(badge: Badge) {
  return { schemaVersion: 1, ...badge };
}
