/**
 * Letters and figures that follow from the parts alone (FNV-1a, twice): ids of rows come from the seed and from what the
 * row is, so that the order in which requests arrive changes none. No secret.
 */
export function mark(...parts: readonly (string | number)[]): string {
  const text = parts.join('\u0000');
  return (hash(text, 0x811c9dc5).toString(36) + hash(text, 0x01000193).toString(36))
    .slice(0, 8)
    .padStart(8, '0');
}

/** A number of so many figures that follows from the parts alone and begins with no 0. */
export function figures(count: number, ...parts: readonly (string | number)[]): string {
  const least = 10 ** (count - 1);
  return String(least + (hash(parts.join('\u0000'), 0x811c9dc5) % (9 * least)));
}

function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // The last bits of FNV follow the last letter too closely.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
