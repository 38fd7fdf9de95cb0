import { existsSync } from 'node:fs';
import type { PartId } from '../../results/records/parts/index.ts';
import {
  type ReleasedServer,
  type ReleaseRecord,
  releaseFile,
  storedRelease,
} from '../../results/records/release-record.ts';

/** What `results/servers` holds of a release. */
export type Stored = {
  /** Set for a record of v1, which has no parts. */
  isOlder: boolean;
  /** The latest time of a part; null without a part with numbers. */
  at: string | null;
  /** The parts with numbers. */
  measured: PartId[];
  broken: { part: PartId; why: string }[];
  missing: PartId[];
};

/** Null without a record. Throws `UserError`. */
export function describeStored(
  results: string,
  server: Pick<ReleasedServer, 'id' | 'variant' | 'version'>,
): Stored | null {
  const record = storedRelease(results, server);
  if (record) return describeRecord(record);
  const none = { at: null, measured: [], broken: [], missing: [] };
  return existsSync(releaseFile(results, server)) ? { isOlder: true, ...none } : null;
}

function describeRecord(record: ReleaseRecord): Stored {
  const parts = Object.entries(record.parts) as [PartId, ReleaseRecord['parts'][PartId]][];
  const times = parts.flatMap(([, part]) => (part && 'at' in part ? part.at : []));
  return {
    isOlder: false,
    at: times.sort().at(-1) ?? null,
    measured: parts.flatMap(([id, part]) => (part && 'at' in part ? id : [])),
    broken: parts.flatMap(([id, part]) => (part && 'broken' in part ? { part: id, why: part.broken } : [])),
    missing: parts.flatMap(([id, part]) => (part === null ? id : [])),
  };
}

/** `2026-11-27: all parts`, in one line. */
export function storedWords(stored: Stored | null): string {
  if (stored === null) return 'not measured';
  const { isOlder, at, measured, broken, missing } = stored;
  if (isOlder) return 'costs only, in a record of an earlier version';
  const isWhole = broken.length + missing.length === 0;
  const numbers = isWhole ? 'all parts' : measured.join(', ');
  const reasons = Map.groupBy(broken, ({ why }) => why);
  return [
    ...(measured.length > 0 ? [`${at?.slice(0, 10)}: ${numbers}`] : []),
    ...[...reasons].map(([why, of]) => `broken (${of.map(({ part }) => part).join(', ')}): ${why}`),
    ...(measured.length + broken.length === 0 ? ['not measured'] : []),
  ].join('; ');
}
