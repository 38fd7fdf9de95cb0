/**
 * Letters and figures that follow from the parts alone (FNV-1a, twice): ids of rows come from the seed and from what the
 * row is, so that the order in which requests arrive changes none. No secret.
 */
export function mark(...parts: readonly (string | number)[]): string {
  const [one, other] = hashes(parts.join('\u0000'));
  return (one.toString(36) + other.toString(36)).slice(0, 8).padStart(8, '0');
}

/** A number of so many figures that follows from the parts alone and begins with no 0. */
export function figures(count: number, ...parts: readonly (string | number)[]): string {
  const least = 10 ** (count - 1);
  return String(least + (hashes(parts.join('\u0000'))[0] % (9 * least)));
}

/** Both in one walk over the text: every row of a world has one. */
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

/** The last bits of FNV follow the last letter too closely. */
function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
