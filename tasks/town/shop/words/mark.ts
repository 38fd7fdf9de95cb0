/**
 * Letters and digits derived from the parts only (FNV-1a, twice). Row ids follow from the seed and the row's
 * content, so the order of requests does not change them. Not secret.
 */
export function mark(...parts: readonly (string | number)[]): string {
  const [one, other] = hashes(parts.join('\u0000'));
  return (one.toString(36) + other.toString(36)).slice(0, 8).padStart(8, '0');
}

/** A number with this many digits, derived from the parts only; it never begins with 0. */
export function figures(count: number, ...parts: readonly (string | number)[]): string {
  const least = 10 ** (count - 1);
  return String(least + (hashes(parts.join('\u0000'))[0] % (9 * least)));
}

/** Both hashes in one pass over the text, because every row of a world needs them. */
function hashes(text: string): [number, number] {
  let one = 0x811c9dc5;
  let other = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193);
  }
  return [mixed(one >>> 0), mixed(other >>> 0)];
}

/** Mixes the last bits of FNV, which depend too much on the last letter. */
function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
