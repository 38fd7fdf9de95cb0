import { createHash } from 'node:crypto';

/** Lowercase hex sha256 of a text (as UTF-8) or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Compact JSON with the keys sorted by code unit at every depth and array order kept, so that two equal values
 * have one digest. Takes JSON values; a property that is `undefined` is left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Digest of a JSON value: sha256 of its canonical form. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  // fromEntries would drop a key named __proto__; a null-prototype object keeps it as data.
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, child] of entries) result[key] = sorted(child);
  return result;
}
