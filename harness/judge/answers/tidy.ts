/**
 * The normal form of an answer of any type: folded, and without the marks that chat puts around an answer (one pair of
 * quotes, or Markdown's `**`, `*`, `_` or backticks).
 */
export const tidy = (text: string) => withoutMarks(folded(text));

/**
 * Composes letters (Unicode NFC), turns every kind of space into one space, replaces the minus sign (U+2212), Unicode
 * hyphens and typographic quotes by ASCII, and trims.
 */
function folded(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** Whether two texts differ only in what `folded` removes, in case and in line breaks. */
export function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => folded(text).toLowerCase().replace(/\s+/g, ' ');
  return plain(one) === plain(other);
}

function withoutMarks(text: string): string {
  for (const mark of ['**', '`', '"', "'", '*', '_']) {
    const inner = text.slice(mark.length, text.length - mark.length);
    if (text.length <= 2 * mark.length || !text.startsWith(mark) || !text.endsWith(mark)) continue;
    // A mark that occurs once more inside is not a pair: *a* and *b*.
    if (!inner.includes(mark)) return inner.trim();
  }
  return text;
}

/** Removes the full stop that ends a sentence; an answer of dots alone stays. */
export function withoutStop(text: string): string {
  return /[^.]\.$/.test(text) ? text.slice(0, -1) : text;
}
